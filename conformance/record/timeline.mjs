// Records what GSAP does with random timelines, in the form of timeline/random_1.jsonl.
//
//   npm install && node timeline.mjs SEED COUNT [first] > random.jsonl
//
// With `first`, GSAP has drawn no frame yet, so tweens that play for the first time report their start late in a step.
// All words of its timelines: `to`, `from`, `fromTo`, `set`, staggers, calls, labels and nested timelines, at all kinds of
// positions (times, percentages, labels, before the start of all), with delays, repeats, gaps, yoyo and time scales; the
// playhead also goes beyond the end.
import { gsap } from "gsap";

import { number, seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const { random, whole, pick, chance } = randomOf(seed);

const DURATIONS = [0.25, 0.5, 0.75, 1, 1.5, 2];
const POSITIONS = ["+=0.25", "+=1", "+=0.5625", "-=0.375", "-=1.5", ">", ">0.125", ">-0.25", "<", "<0.25", "<-0.5", "<50%", "<25%", "+=50%", "-=25%", 0, 0.5, 1.25];
const EASES = ["none", "none", "power1.out", "power2.inOut", "sine.in"];
const NAMES = { duration: "duration", delay: "delay", repeat: "repeat", yoyo: "yoyo", repeat_delay: "repeatDelay", ease: "ease" };

/** The next properties of their own for some targets, so that no tween is in the way of another. */
function ownTargets(ids, count) {
  // Several targets share the name of a property, so each of them is new.
  if (count > 1) ids.tweens += ids.tweens & 1;
  const targets = Array.from({ length: count }, (_, index) => `t${(ids.tweens >> 1) + index}`);
  const property = ids.tweens & 1 ? "y" : "x";
  ids.tweens += count > 1 ? 2 * count : 1;
  return [targets, property];
}

/** What is written down of a timeline with some children. */
function someChildren(ids, depth) {
  const children = [];
  const labels = [];
  for (let length = whole(1, depth ? 3 : 5); length > 0; length--) {
    const name = ids.next++;
    const id = `c${name}`;
    if (chance(0.12)) {
      const label = { kind: "label", name: `L${name}` };
      if (chance(0.5)) label.position = pick(POSITIONS);
      labels.push(label.name);
      children.push(label);
      continue;
    }
    const kind = chance(0.15) ? "call" : depth < 2 && chance(0.25) ? "timeline" : pick(["to", "to", "to", "to", "to", "from", "from_to", "set"]);
    const child = { kind, id };
    if (kind === "timeline") child.children = someChildren(ids, depth + 1);
    else if (kind !== "call") {
      const count = kind === "to" && chance(0.15) ? whole(2, 4) : 1;
      const [targets, property] = ownTargets(ids, count);
      if (count > 1) Object.assign(child, { targets, stagger: someStagger(count) });
      else child.target = targets[0];
      if (kind !== "to" && kind !== "set") child.from = { [property]: whole(-99, 99) };
      if (kind !== "from") child.to = { [property]: whole(-99, 99) };
      if (kind !== "set") Object.assign(child, { duration: chance(0.1) ? Math.round(random() * 1e7) / 1e7 : pick(DURATIONS), ease: pick(EASES) });
    }
    if (kind !== "call" && kind !== "set") someRepeat(child, 0.25);
    if (kind === "timeline" && chance(0.25)) child.time_scale = pick([0.5, 2, 4]);
    if (kind === "to" && chance(0.15)) child.delay = 0.25;
    if (chance(0.5)) child.position = labels.length && chance(0.2) ? pick(labels) + pick(["", "+=0.25", "-=0.125"]) : pick(POSITIONS);
    children.push(child);
  }
  return children;
}

function someStagger(count) {
  if (chance(0.3)) return pick([0.125, 0.25, 0.1]);
  const made = chance(0.5) ? { each: pick([0.125, 0.25]) } : { amount: pick([0.5, 1]) };
  if (chance(0.6)) made.from = pick(["start", "center", "edges", "end", whole(0, count - 1)]);
  return made;
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
    else if (child.kind === "label") {
      timeline.addLabel(child.name, at);
      continue;
    } else if (child.kind === "timeline") {
      const nested = gsap.timeline(options(child, child.id));
      fill(nested, child.children, targets);
      if (child.time_scale) nested.timeScale(child.time_scale);
      timeline.add(nested, at);
      nested.recorded = child;
      continue;
    } else {
      const whom = child.targets ? child.targets.map((id) => targets[id]) : targets[child.target];
      const made = { ...child.to, ...options(child, child.id) };
      if (child.stagger !== undefined) made.stagger = child.stagger;
      if (child.kind === "from") timeline.from(whom, { ...child.from, ...made }, at);
      else if (child.kind === "from_to") timeline.fromTo(whom, child.from, made, at);
      else if (child.kind === "set") timeline.set(whom, made, at);
      else timeline.to(whom, made, at);
    }
    timeline.recent().recorded = child;
  }
}

const rounded = (value, parts = 1e7) => Math.round(value * parts) / parts;
const timing = (animation) => ({ duration: rounded(animation.duration()), total_duration: rounded(animation.totalDuration()) });
const labels = (timeline) => Object.fromEntries(Object.entries(timeline.labels).map(([name, at]) => [name, rounded(at)]));
const inside = (timeline) => timeline.getChildren(false).map((part) => ({ start: rounded(part.startTime()), end: rounded(part.endTime()), ...timing(part) }));
function structure(timeline) {
  return timeline.getChildren(false).map((child) => {
    const made = { id: child.recorded.id, start: rounded(child.startTime()), end: rounded(child.endTime()), ...timing(child), time_scale: child.timeScale() };
    if (child.recorded.kind === "timeline") {
      if (Object.keys(child.labels).length) made.labels = labels(child);
      made.children = structure(child);
    }
    if (child.recorded.stagger !== undefined) made.parts = inside(child.timeline);
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
      const values = Object.fromEntries(Object.entries(targets).map(([id, { x, y }]) => [id, { x: number(rounded(x)), y: number(rounded(y)) }]));
      const seen = { t, time: rounded(timeline.time()), total_time: rounded(timeline.totalTime()), progress: timeline.progress(), values };
      if (Object.keys(timeline.labels).length) seen.label = timeline.currentLabel();
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
  const made = { name, targets: start(), timeline: { ...root, kind: undefined, id: undefined }, structure: { ...timing(timeline), labels: labels(timeline), children: structure(timeline) } };
  made.forward = times.map((t) => visit(t, false));
  made.backward = times.toReversed().map((t) => visit(t, false));
  const [, seek] = play();
  // Some of them to 7 decimals, and some beyond the end.
  const somewhere = () => rounded(random() * total * (chance(0.1) ? 1.5 : 1), chance(0.2) ? 1e7 : 1e4);
  made.seeks = Array.from({ length: 14 }, () => seek(somewhere(), false));
  const [, silently] = play();
  made.silent_seeks = Array.from({ length: 3 }, () => silently(somewhere(), true));
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
