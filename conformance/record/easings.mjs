// Records what easing functions of Babylon.js give, in the form of babylon/easings.jsonl.
//
//   npm install && node easings.mjs SEED COUNT > easings.jsonl
import * as easings from "@babylonjs/core/Animations/easing.js";

import { number, seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const { random, whole, pick, chance } = randomOf(seed);
const between = (from, to) => Math.round((from + random() * (to - from)) * 100) / 100;

// Each function, and how its parameters are drawn.
const FAMILIES = {
  sine: [easings.SineEase],
  quadratic: [easings.QuadraticEase],
  cubic: [easings.CubicEase],
  quartic: [easings.QuarticEase],
  quintic: [easings.QuinticEase],
  circle: [easings.CircleEase],
  back: [easings.BackEase, () => [between(-2, 3)]],
  exponential: [easings.ExponentialEase, () => [between(-4, 8)]],
  power: [easings.PowerEase, () => [between(-1, 8)]],
  bounce: [easings.BounceEase, () => [whole(0, 6), between(0.5, 4)]],
  elastic: [easings.ElasticEase, () => [whole(0, 6), between(0, 8)]],
  bezier: [easings.BezierCurveEase, () => [between(0, 1), between(-1, 2), between(0, 1), between(-1, 2)]],
};
const MODES = { in: 0, out: 1, in_out: 2 };

function record(index) {
  const type = pick(Object.keys(FAMILIES));
  const mode = pick(Object.keys(MODES));
  const [Family, draw] = FAMILIES[type];
  const params = draw && chance(0.9) ? draw() : [];
  const easing = new Family(...params);
  easing.setEasingMode(MODES[mode]);
  const t = Array.from({ length: 65 }, (_, step) => step / 64).concat(Array.from({ length: 8 }, () => random()));
  return { name: `easing_${index}`, type, mode, params, t, values: t.map((at) => number(easing.ease(at))) };
}

write({ set: "babylon/easings", modes: MODES }, record);
