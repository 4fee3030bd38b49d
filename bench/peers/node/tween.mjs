// @tweenjs/tween.js
import { Easing, Group, Tween } from "@tweenjs/tween.js";
import { FRAME, inParts, timed, tweens, vectors } from "./tweens.mjs";

const EASINGS = {
  linear: Easing.Linear.None,
  "cubic in out": Easing.Cubic.InOut,
  "sine out": Easing.Sinusoidal.Out,
  "back out": Easing.Back.Out,
};

const begin = (group, target, to, ms, easing, now) =>
  new Tween(target, group).to(to, ms).easing(easing).start(now);

function begun(all) {
  const group = new Group();
  const targets = all.map(({ from }) => (typeof from === "number" ? { v: from } : { ...from }));
  all.forEach(({ to, ms, shape }, i) =>
    begin(group, targets[i], typeof to === "number" ? { v: to } : to, ms, EASINGS[shape ?? "linear"], 0),
  );
  return { group, targets };
}

function frames(all, item) {
  const { group, targets } = begun(all);
  let frame = 0;
  return { lap: () => group.update(++frame * FRAME), item: (i) => item(targets[i]) };
}

export const W1 = (kind, n, work) => frames(tweens(n, work), ({ v }) => [v]);
export const W1v = (kind, n, work) => frames(vectors(n, work), ({ x, y, z }) => [x, y, z]);

export function W1s(kind, n, work) {
  const all = tweens(n, work);
  const half = all[0].ms / 2;
  let targets = [];
  const start = () => {
    targets = all.map(({ from }) => ({ v: from }));
    const group = new Group();
    const ns = timed(() => {
      for (let i = 0; i < n; i++) begin(group, targets[i], { v: all[i].to }, all[i].ms, Easing.Linear.None, 0);
    });
    group.update(half);
    return ns;
  };
  const end = () => {
    const all_begun = begun(all);
    targets = all_begun.targets;
    all_begun.group.update(half);
    return timed(() => all_begun.group.update(2 * half));
  };
  return inParts(kind === "start" ? start : end, (i) => [targets[i].v]);
}
