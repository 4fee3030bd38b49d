// Random clips of Babylon.js, for the recorders of what it makes of them.
import { Animation } from "@babylonjs/core/Animations/animation.js";
import * as easings from "@babylonjs/core/Animations/easing.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Size } from "@babylonjs/core/Maths/math.size.js";
import { Quaternion, Vector2, Vector3 } from "@babylonjs/core/Maths/math.vector.js";

import { number } from "./lines.mjs";

export const KINDS = {
  float: { code: 0, parts: 1, make: (v) => v[0] },
  vector3: { code: 1, parts: 3, make: (v) => Vector3.FromArray(v) },
  quaternion: { code: 2, parts: 4, make: (v) => Quaternion.FromArray(v) },
  color3: { code: 4, parts: 3, make: (v) => Color3.FromArray(v) },
  vector2: { code: 5, parts: 2, make: (v) => Vector2.FromArray(v) },
  size: { code: 6, parts: 2, make: (v) => new Size(v[0], v[1]) },
  color4: { code: 7, parts: 4, make: (v) => Color4.FromArray(v) },
};
const LOOPS = { relative: 0, cycle: 1, constant: 2, yoyo: 4, relative_from_current: 5 };
const EASINGS = {
  sine: easings.SineEase,
  quadratic: easings.QuadraticEase,
  cubic: easings.CubicEase,
  quartic: easings.QuarticEase,
  quintic: easings.QuinticEase,
  circle: easings.CircleEase,
  exponential: easings.ExponentialEase,
  back: easings.BackEase,
};
const MODES = { in: 0, out: 1, in_out: 2 };

const plain = (kind, list) => (kind === "float" ? list[0] : list);
export const list = (value) => (Array.isArray(value) ? value : [value]);
export function read(kind, value) {
  if (typeof value === "string") return value;
  if (kind === "float") return number(value);
  return (kind === "size" ? [value.width, value.height] : value.asArray()).map(number);
}

/** What draws values and clips. */
export function clipsOf({ random, whole, pick, chance }) {
  const hundredths = (from, to) => Math.round((from + random() * (to - from)) * 100) / 100;

  function someValue(kind) {
    if (kind !== "quaternion") {
      return plain(kind, Array.from({ length: KINDS[kind].parts }, () => hundredths(-20, 20)));
    }
    const parts = Array.from({ length: 4 }, () => random() - 0.5);
    const length = Math.hypot(...parts);
    return parts.map((part) => part / length);
  }
  const someEasing = () => ({ type: pick(Object.keys(EASINGS)), mode: pick(Object.keys(MODES)) });

  function someClip() {
    const kind = pick(Object.keys(KINDS));
    const clip = { name: "clip", type: kind, fps: pick([24, 25, 30, 60, 100, 120, 29.97, 11]), loop: pick(Object.keys(LOOPS)) };
    let frame = chance(0.15) ? pick([6, 3.5, -4]) : 0;
    clip.keys = Array.from({ length: whole(2, 6) }, () => {
      const key = { frame, value: someValue(kind) };
      if (chance(0.15)) key.step = true;
      if (chance(0.1)) key.easing = someEasing();
      frame += chance(0.2) ? whole(1, 40) / 2 : whole(1, 20);
      return key;
    });
    if (chance(0.1) && kind !== "size") {
      for (const key of clip.keys) [key.in, key.out] = [someSlope(kind), someSlope(kind)];
    }
    if (chance(0.3)) clip.easing = someEasing();
    return clip;
  }
  const someSlope = (kind) => plain(kind, Array.from({ length: KINDS[kind].parts }, () => hundredths(-0.5, 0.5)));
  return { someValue, someClip };
}

function easingOf({ type, mode }) {
  const easing = new EASINGS[type]();
  easing.setEasingMode(MODES[mode]);
  return easing;
}

export function animationOf(clip) {
  const { code, make } = KINDS[clip.type];
  const animation = new Animation("clip", "value", clip.fps, code, LOOPS[clip.loop]);
  animation.setKeys(
    clip.keys.map((key) => {
      const made = { frame: key.frame, value: make(list(key.value)) };
      if (key.step) made.interpolation = 1;
      if (key.easing) made.easingFunction = easingOf(key.easing);
      if (key.in !== undefined) [made.inTangent, made.outTangent] = [make(list(key.in)), make(list(key.out))];
      return made;
    }),
  );
  if (clip.easing) animation.setEasingFunction(easingOf(clip.easing));
  return animation;
}
