// What the recorders of the easing libraries share.
import { readFileSync } from "node:fs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const LIBRARIES = ["gsap", "@tweenjs/tween.js", "animejs", "bezier-easing", "motion", "popmotion", "wobble"];

/** The pinned version of each library. */
export const versions = Object.fromEntries(LIBRARIES.map((library) => [library, dependencies[library]]));

/** Sorts places and drops the second of two that are equal. */
export const sorted = (places) => [...new Set(places)].sort((a, b) => a - b);

/** Places from 0 to 1: each 64th, some at random, and those next to the ends. */
export function somePlaces(random) {
  const edges = [2 ** -60, 1e-9, 1e-4, 1 - 1e-4, 1 - 1e-9, 1 - 2 ** -53];
  return sorted([...Array.from({ length: 65 }, (_, k) => k / 64), ...Array.from({ length: 12 }, random), ...edges]);
}

/** How far the widest two of some numbers lie apart; what is not a number lies nowhere. */
export function spreadOf(values) {
  const all = values.filter((value) => !Number.isNaN(value));
  return Math.max(...all) - Math.min(...all);
}
