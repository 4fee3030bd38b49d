// Records how Babylon.js evaluates the animation groups of one of its files.
//
//   npm install && node babylon.mjs FILE.babylon STEP > NAME.values.json
//
// STEP is in frames. Members of a group are in the order of the file.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { Animation } from "@babylonjs/core/index.js";

const file = process.argv[2];
const step = Number(process.argv[3] ?? 1);
const scene = JSON.parse(readFileSync(file, "utf8"));
const groups = scene.animationGroups.map(({ name, from, to, targetedAnimations }) => {
  const animations = targetedAnimations.map(({ animation }) => Animation.Parse(animation));
  const frames = [];
  for (let frame = from; frame <= to; frame += step) {
    const values = animations.map((animation) => animation.evaluate(frame).asArray().map((value) => Number(value.toPrecision(9))));
    frames.push({ frame, values });
  }
  return { name, frames };
});
process.stdout.write(`${JSON.stringify({ player: "@babylonjs/core 9.34.0", file: basename(file), groups })}\n`);
