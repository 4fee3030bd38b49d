// animejs
import { clock } from "./clock.mjs";
import { animate, createTimeline, engine } from "animejs";
import { FRAME, frames, goal, inParts, startsAndEnds, target, timed, tweens } from "./tweens.mjs";

engine.useDefaultMainLoop = false;

const EASES = {
  linear: "linear",
  "cubic in out": "inOutCubic",
  "sine out": "outSine",
  "back out": "outBack(1.70158)",
};

// Whatever is started is made to be so many milliseconds on its way.
const HEAD_START = 12;

function show(ms) {
  clock.ms = ms;
  engine.update();
}

const begin = (target, tween) => animate(target, { ...goal(tween), duration: tween.ms, ease: EASES[tween.shape] });

export const { W1, W1v } = frames((targets, all) => {
  all.forEach((tween, i) => begin(targets[i], tween));
  const first = clock.ms - HEAD_START;
  return (ms) => show(first + ms);
});

export const W1s = startsAndEnds({
  ready: () => ({ animations: [], now: clock.ms - HEAD_START }),
  start: ({ animations }, target, tween) => animations.push(begin(target, tween)),
  advance: (made, ms) => show((made.now += ms)),
  forget: ({ animations, now }) => {
    animations.forEach((animation) => animation.cancel());
    show(now + FRAME); // what is over goes
  },
});

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

// Where each of the playing is, in a list, as there is nothing else to take; and back there after they have played on.
export function W5(kind, n, work) {
  const first = clock.ms - HEAD_START;
  const animations = tweens(n, work).map((tween) => begin(target(tween), tween));
  const times = new Float64Array(n);
  const copy = () => {
    for (let i = 0; i < n; i++) times[i] = animations[i].currentTime;
  };
  const copyBack = () => {
    for (let i = 0; i < n; i++) animations[i].seek(times[i], true);
  };
  show(first + 100 * FRAME);
  if (kind === "copy") return { lap: copy, item: (i) => [times[i]] };
  copy();
  const lap = () => {
    show(clock.ms + FRAME);
    return timed(copyBack);
  };
  return inParts(lap, (i) => [animations[i].currentTime]);
}
