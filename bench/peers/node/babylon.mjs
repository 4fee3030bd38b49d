// @babylonjs/core
import "@babylonjs/core/Animations/animatable.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { CubicEase, EasingFunction, SineEase } from "@babylonjs/core/Animations/easing.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { clips } from "./clips.mjs";
import { FRAME, startsAndEnds, target, tweens, vectors } from "./tweens.mjs";

// What BackEase is elsewhere; here it is another curve.
class BackIn extends EasingFunction {
  easeInCore(t) {
    return t * t * (2.70158 * t - 1.70158);
  }
}

function ease(easing, mode) {
  easing.setEasingMode(mode);
  return easing;
}

const { EASINGMODE_EASEOUT: OUT, EASINGMODE_EASEINOUT: IN_OUT } = EasingFunction;
const EASINGS = {
  "cubic in out": ease(new CubicEase(), IN_OUT),
  "sine out": ease(new SineEase(), OUT),
  "back out": ease(new BackIn(), OUT),
};

// With the least that an animation needs, and nothing to draw.
const scene = new Scene(new NullEngine());
const step = (ms) => scene._animate(ms);

function animation(property, type, keys, loop) {
  const mode = loop ? Animation.ANIMATIONLOOPMODE_CYCLE : Animation.ANIMATIONLOOPMODE_CONSTANT;
  const made = new Animation(property, property, 60, type, mode);
  made.setKeys(keys);
  return made;
}

const { ANIMATIONTYPE_FLOAT: FLOAT, ANIMATIONTYPE_VECTOR3: VECTOR, ANIMATIONTYPE_QUATERNION: TURN } = Animation;

function start(target, { to, ticks, shape }) {
  const type = typeof to === "number" ? FLOAT : VECTOR;
  const made = animation("v", type, [
    { frame: 0, value: target.v },
    { frame: ticks, value: to },
  ]);
  if (EASINGS[shape]) made.setEasingFunction(EASINGS[shape]);
  return scene.beginDirectAnimation(target, [made], 0, ticks, false);
}

function begun(all, targets) {
  all.forEach((tween, i) => start(targets[i], tween));
  step(0); // their first moment is that of the first step they see
}

export function W1(kind, n, work) {
  const all = tweens(n, work);
  const targets = all.map(target);
  begun(all, targets);
  return { lap: () => step(FRAME), item: (i) => [targets[i].v] };
}

export function W1v(kind, n, work) {
  const vector = ({ x, y, z }) => new Vector3(x, y, z);
  const all = vectors(n, work).map(({ from, to, ticks }) => ({ from: vector(from), to: vector(to), ticks }));
  const targets = all.map(({ from }) => ({ v: from }));
  begun(all, targets);
  return { lap: () => step(FRAME), item: (i) => targets[i].v.asArray() };
}

export const W1s = startsAndEnds({
  ready: () => ({ seen: false }),
  start: (made, target, tween) => start(target, tween),
  advance: (made, ms) => {
    if (!made.seen) step(0);
    made.seen = true;
    step(ms);
  },
  forget: () => scene.stopAllAnimations(),
});

// Instances of clips in a loop; all animations of a clip are shared.
export function W2(kind, n, work) {
  const types = { 1: FLOAT, 3: VECTOR, 4: TURN };
  const values = { 1: ([v]) => v, 3: (v) => Vector3.FromArray(v), 4: (v) => Quaternion.FromArray(v) };
  const { made, starts, length } = clips(n, work, (channels) =>
    channels.map(({ width, ticks, numbers }, c) => {
      const keys = ticks.map((frame, k) => ({ frame, value: values[width](numbers[k]) }));
      return animation(`c${c}`, types[width], keys, true);
    }),
  );
  const instances = starts.map((start, i) => {
    const animations = made[Math.floor((i * made.length) / n)];
    const target = {};
    animations.forEach(({ targetProperty }, c) => (target[targetProperty] = animations[c].getKeys()[0].value));
    animations.forEach(({ targetProperty }) => {
      const value = target[targetProperty];
      if (typeof value !== "number") target[targetProperty] = value.clone();
    });
    return { start, target, playing: scene.beginDirectAnimation(target, animations, 0, length, true) };
  });
  step(0);
  // The first tick of the work is a whole length; an instance is where its start leaves it.
  instances.forEach(({ start, playing }) => playing.goToFrame((length - start) % length));
  const flat = (value) => (typeof value === "number" ? [value] : value.asArray());
  return { lap: () => step(FRAME), item: (i) => Object.values(instances[i].target).flatMap(flat) };
}
