// Records what four libraries give for steps, in the form of easing/steps.jsonl.
//
//   npm install && node steps.mjs SEED COUNT > steps.jsonl
import * as animejs from "animejs";
import { gsap } from "gsap";
import * as motion from "motion";
import * as popmotion from "popmotion";

import { somePlaces, sorted, versions } from "./easing.mjs";
import { number, seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const { random, whole, chance } = randomOf(seed);
const VARIANTS = {
  "gsap steps(n)": (n) => gsap.parseEase(`steps(${n})`),
  "gsap steps(n) immediate start": (n) => gsap.parseEase(`steps(${n}, true)`),
  "animejs steps(n)": (n) => animejs.steps(n),
  "animejs steps(n) from start": (n) => animejs.steps(n, true),
  "motion steps(n, end)": (n) => motion.steps(n, "end"),
  "motion steps(n, start)": (n) => motion.steps(n, "start"),
  "popmotion steps(n, end)": (n) => popmotion.steps(n, "end"),
  "popmotion steps(n, start)": (n) => popmotion.steps(n, "start"),
};

function record() {
  const n = chance(0.8) ? whole(1, 100) : whole(101, 20000);
  // The jumps: all of them, or some where there are many; of n and of the n + 1 stretches of GSAP.
  const jumps = n <= 100 ? Array.from({ length: n }, (_, k) => k) : Array.from({ length: 100 }, () => whole(0, n));
  const t = sorted([...somePlaces(random), ...jumps.map((k) => k / n), ...jumps.map((k) => k / (n + 1))]);
  const values = Object.entries(VARIANTS).map(([variant, steps]) => [variant, t.map(steps(n)).map(number)]);
  return { n, t, values: Object.fromEntries(values) };
}

write({ set: "easing/steps", versions }, record);
