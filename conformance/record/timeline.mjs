// Records what GSAP does with random timelines, in the form of timeline/random_1.jsonl.
//
//   npm install && node timeline.mjs SEED COUNT [first] > random.jsonl
//
// With `first`, GSAP has drawn no frame yet, so tweens that play for the first time report their start late in a step.
// Tweens, sets, calls and nested timelines at all kinds of positions, with delays, repeats, gaps, yoyo and time scales.
import { gsap } from "gsap";

import { seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const { random, whole, pick, chance } = randomOf(seed);

const DURATIONS = [0.25, 0.5, 0.75, 1, 1.5, 2];
const EASES = ["none", "none", "power1.out", "power2.inOut", "sine.in"];
const NAMES = { duration: "duration", delay: "delay", repeat: "repeat", yoyo: "yoyo", repeat_delay: "repeatDelay", ease: "ease" };

/** What is written down of a timeline with some children; each property of a target is moved by one tween at a time. */
function someChildren(ids, depth) {
  const children = [];
  for (let length = whole(1, depth ? 3 : 5); length > 0; length--) {
    const id = `c${ids.next++}`;
    const kind = chance(0.15) ? "call" : depth < 2 && chance(0.25) ? "timeline" : "to";
    const child = { kind, id };
    if (kind === "timeline") child.children = someChildren(ids, depth + 1);
    if (kind === "to") {
      // A property of its own for each tween, so that none is in the way of another.
      child.target = `t${ids.tweens >> 1}`;
      child.to = { [ids.tweens++ & 1 ? "y" : "x"]: whole(-99, 99) };
      Object.assign(child, { duration: pick(DURATIONS), ease: pick(EASES) });
    }
    if (kind !== "call") someRepeat(child, 0.25);
    if (kind === "timeline" && chance(0.25)) child.time_scale = pick([0.5, 2, 4]);
    if (kind === "to" && chance(0.15)) child.delay = 0.25;
    if (chance(0.3)) child.position = pick(["+=0.25", "+=1", ">0.125", ">", "+=0.5625"]);
    children.push(child);
  }
  return children;
}

function someRepeat(child, share) {
  if (!chance(share)) return;
  child.repeat = whole(1, 3);
  if (chance(0.5)) child.yoyo = true;
  if (chance(0.5)) child.repeat_delay = pick([0.25, 0.5]);
}

let events = [];
const note = (id, what) => () => events.push([id, what]);

function options(child, id) {
  const made = { onStart: note(id, "start"), onComplete: note(id, "complete"), onRepeat: note(id, "repeat"), onReverseComplete: note(id, "reverse_complete") };
  for (const [name, own] of Object.entries(NAMES)) if (child[name] !== undefined) made[own] = child[name];
  return made;
}

function fill(timeline, children, targets) {
  for (const child of children) {
    const at = child.position;
    if (child.kind === "call") timeline.call(note(child.id, "call"), undefined, at);
    else if (child.kind === "timeline") {
      const nested = gsap.timeline(options(child, child.id));
      fill(nested, child.children, targets);
      if (child.time_scale) nested.timeScale(child.time_scale);
      timeline.add(nested, at);
      nested.recorded = child;
      continue;
    } else timeline.to(targets[child.target], { ...child.to, ...options(child, child.id) }, at);
    timeline.recent().recorded = child;
  }
}

const rounded = (value) => Math.round(value * 1e7) / 1e7 || 0;
const timing = (animation) => ({ duration: rounded(animation.duration()), total_duration: rounded(animation.totalDuration()) });
function structure(timeline) {
  return timeline.getChildren(false).map((child) => {
    const made = { id: child.recorded.id, start: rounded(child.startTime()), end: rounded(child.endTime()), ...timing(child), time_scale: child.timeScale() };
    if (child.recorded.kind === "timeline") made.children = structure(child);
    return made;
  });
}

function record(name) {
  const root = { kind: "timeline", id: "" };
  const ids = { next: 0, tweens: 0 };
  root.children = someChildren(ids, 0);
  someRepeat(root, 0.4);
  const start = () => Object.fromEntries(Array.from({ length: (ids.tweens + 1) >> 1 || 1 }, (_, index) => [`t${index}`, { x: 0, y: 0 }]));
  const play = () => {
    const targets = start();
    const timeline = gsap.timeline({ ...options(root, "root"), paused: true });
    fill(timeline, root.children, targets);
    events = [];
    const visit = (t, silent) => {
      timeline.totalTime(t, silent);
      const values = Object.fromEntries(Object.entries(targets).map(([id, { x, y }]) => [id, { x: rounded(x), y: rounded(y) }]));
      const seen = { t, time: rounded(timeline.time()), total_time: rounded(timeline.totalTime()), progress: timeline.progress(), values };
      if (events.length) seen.events = events;
      events = [];
      return seen;
    };
    return [timeline, visit];
  };
  const [timeline, visit] = play();
  const total = timeline.totalDuration();
  const step = pick([1 / 8, 3 / 16, 1 / 4]);
  const times = Array.from({ length: Math.ceil(total / step) }, (_, index) => index * step).concat(total);
  const made = { name, targets: start(), timeline: { ...root, kind: undefined, id: undefined }, structure: { ...timing(timeline), children: structure(timeline) } };
  made.forward = times.map((t) => visit(t, false));
  made.backward = times.toReversed().map((t) => visit(t, false));
  const [, seek] = play();
  made.seeks = Array.from({ length: 14 }, () => seek(Math.round(random() * total * 1e4) / 1e4, false));
  const [, silently] = play();
  made.silent_seeks = Array.from({ length: 3 }, () => silently(Math.round(random() * total * 1e4) / 1e4, true));
  const [, arrive] = play();
  const edges = new Set([0, ...timeline.getChildren(false).flatMap((child) => [child.startTime(), child.endTime()]), total]);
  made.edges = [...edges].sort((a, b) => a - b).map((t) => arrive(t, false));
  return made;
}

// A frame that is drawn or not depends on the clock, so a record must not: one is drawn before all records, or none.
if (process.argv[4] !== "first") gsap.ticker.tick();
gsap.ticker.sleep();
gsap.ticker.wake = () => {};
const header = { set: "timeline/random", made_with: `gsap ${gsap.version}`, units: "seconds" };
write(header, (index) => record(`fresh_${index}`));
