// @tweenjs/tween.js
import { Easing, Group, Tween } from "@tweenjs/tween.js";
import { frames, goal, startsAndEnds } from "./tweens.mjs";

const EASINGS = {
  linear: Easing.Linear.None,
  "cubic in out": Easing.Cubic.InOut,
  "sine out": Easing.Sinusoidal.Out,
  "back out": Easing.Back.Out,
};

const begin = (group, target, tween) =>
  new Tween(target, group).to(goal(tween), tween.ms).easing(EASINGS[tween.shape]).start(0);

export const { W1, W1v } = frames((targets, all) => {
  const group = new Group();
  all.forEach((tween, i) => begin(group, targets[i], tween));
  return (ms) => group.update(ms);
});

export const W1s = startsAndEnds({
  ready: () => ({ group: new Group(), now: 0 }),
  start: ({ group }, target, tween) => begin(group, target, tween),
  advance: (made, ms) => made.group.update((made.now += ms)),
  forget: () => {},
});
