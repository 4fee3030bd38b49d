// animejs
import { clock } from "./clock.mjs";
import { animate, createTimeline, engine } from "animejs";
import { FRAME, inParts, timed, tweens, vectors } from "./tweens.mjs";

engine.useDefaultMainLoop = false;

const EASES = {
  linear: "linear",
  "cubic in out": "inOutCubic",
  "sine out": "outSine",
  "back out": "outBack(1.70158)",
};

// Whatever is started is made to be so many milliseconds on its way.
const HEAD_START = 12;

function advance(ms) {
  clock.ms += ms;
  engine.update();
}

function begun(all) {
  const targets = all.map(({ from }) => (typeof from === "number" ? { v: from } : { ...from }));
  const animations = all.map(({ to, ms, shape }, i) => {
    const properties = typeof to === "number" ? { v: to } : to;
    return animate(targets[i], { ...properties, duration: ms, ease: EASES[shape ?? "linear"] });
  });
  return { targets, animations };
}

function frames(all, item) {
  const { targets } = begun(all);
  const begin = clock.ms - HEAD_START;
  let frame = 0;
  const lap = () => {
    clock.ms = begin + ++frame * FRAME;
    engine.update();
  };
  return { lap, item: (i) => item(targets[i]) };
}

export const W1 = (kind, n, work) => frames(tweens(n, work), ({ v }) => [v]);
export const W1v = (kind, n, work) => frames(vectors(n, work), ({ x, y, z }) => [x, y, z]);

export function W1s(kind, n, work) {
  const all = tweens(n, work);
  const half = all[0].ms / 2;
  let targets = [];
  const start = () => {
    targets = all.map(({ from }) => ({ v: from }));
    const animations = [];
    const ns = timed(() => {
      for (let i = 0; i < n; i++) {
        animations.push(animate(targets[i], { v: all[i].to, duration: all[i].ms, ease: "linear" }));
      }
    });
    advance(half - HEAD_START);
    animations.forEach((animation) => animation.cancel());
    advance(FRAME); // what is over goes
    return ns;
  };
  const end = () => {
    ({ targets } = begun(all));
    advance(half);
    const ns = timed(() => advance(half));
    advance(FRAME);
    return ns;
  };
  return inParts(kind === "start" ? start : end, (i) => [targets[i].v]);
}

// One tween after the other, each of a target of its own. The work: how long each is, then from and to of all.
export function W4(kind, n, work) {
  const duration = work[0];
  const targets = Array.from({ length: n }, (_, i) => ({ v: work[1 + 2 * i] }));
  const timeline = createTimeline({ autoplay: false, defaults: { duration, ease: "linear" } });
  for (let i = 0; i < n; i++) timeline.add(targets[i], { v: work[2 + 2 * i] }, i * duration);
  let at = 0;
  let dice = 1;
  const lap = () => {
    dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0;
    at = Math.floor((dice / 2 ** 32) * n * duration);
    timeline.seek(at);
  };
  return { lap, item: (i) => (i === 0 ? [at, targets[0].v] : [targets[i].v]) };
}

// Where each of the playing is, in a list, as there is nothing else to take.
export function W5(kind, n, work) {
  const { animations } = begun(tweens(n, work));
  advance(100 * FRAME - HEAD_START);
  const times = new Float64Array(n);
  const lap = () => {
    for (let i = 0; i < n; i++) times[i] = animations[i].currentTime;
  };
  return { lap, item: (i) => [times[i]] };
}
