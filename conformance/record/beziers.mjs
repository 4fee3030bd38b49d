// Records what four libraries give for random Bezier curves, in the form of easing/beziers.jsonl.
//
//   npm install && node beziers.mjs SEED COUNT > beziers.jsonl
import * as animejs from "animejs";
import bezierEasing from "bezier-easing";
import * as motion from "motion";
import * as popmotion from "popmotion";

import { somePlaces, spreadOf, versions } from "./easing.mjs";
import { number, seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const { random, pick, chance } = randomOf(seed);
const CURVES = {
  "bezier-easing": bezierEasing,
  animejs: animejs.cubicBezier,
  motion: motion.cubicBezier,
  popmotion: popmotion.cubicBezier,
};

const thousandths = (from, to) => Math.round((from + random() * (to - from)) * 1000) / 1000;
/** Often at an end of what is allowed, or all but there. */
const someX = () => (chance(0.25) ? pick([0, 0, 1e-9, 0.001, 0.999, 1 - 1e-9, 1, 1]) : thousandths(0, 1));
const someY = () => (chance(0.2) ? pick([-50, -3, 0, 0, 1, 1, 4, 50]) : thousandths(-1, 2));

function record() {
  const params = [someX(), someY(), someX(), someY()];
  if (chance(0.05)) [params[1], params[3]] = [params[0], params[2]]; // a straight line
  const t = somePlaces(random);
  const values = Object.entries(CURVES).map(([library, curve]) => [library, t.map(curve(...params))]);
  const max_spread = Math.max(...t.map((_, index) => spreadOf(values.map(([, all]) => all[index]))));
  const written = values.map(([library, all]) => [library, all.map(number)]);
  return { params, t, values: Object.fromEntries(written), max_spread };
}

write({ set: "easing/beziers", versions }, record);
