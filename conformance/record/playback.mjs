// Records what Babylon.js does with one playing clip and a random script, in the form of babylon/playback_random.jsonl.
//
//   npm install && node playback.mjs SEED COUNT > playback_scripts.jsonl
//
// The scripts are meant to be ugly: every way to loop, limits outside the keys and the wrong way round, speeds of
// either sign and 0, jumps, pauses, resets and stops anywhere, steps of no length and of many passes.
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Animations/animatable.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import * as easings from "@babylonjs/core/Animations/easing.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Size } from "@babylonjs/core/Maths/math.size.js";
import { Quaternion, Vector2, Vector3 } from "@babylonjs/core/Maths/math.vector.js";

import { randomOf } from "./random.mjs";

const seed = Number(process.argv[2] ?? 1);
const count = Number(process.argv[3] ?? 100);

const { random, whole, pick, chance } = randomOf(seed);
const hundredths = (from, to) => Math.round((from + random() * (to - from)) * 100) / 100;

const KINDS = {
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
const SPEEDS = [1, 1, 2, 0.5, 0.25, 3.3, 1.5, 1.1, 0, -1, -0.5, -2];
const STEPS = [[5, 8, 16, 16, 17, 33, 50], [20], [1000 / 60], [1000 / 24], [7, 40, 100], [0, 10, 20, 250, 500, 1000], [10, 370, 3400]];

const plain = (kind, list) => (kind === "float" ? list[0] : list);
const list = (value) => (Array.isArray(value) ? value : [value]);
function number(value) {
  if (Number.isFinite(value)) return Object.is(value, -0) ? "-0" : value;
  return String(value);
}
function read(kind, value) {
  if (typeof value === "string") return value;
  if (kind === "float") return number(value);
  return (kind === "size" ? [value.width, value.height] : value.asArray()).map(number);
}

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

function someScript(last) {
  const script = [];
  const steps = pick(STEPS);
  const frame = () => (chance(0.2) ? whole(-5, last + 5) : chance(0.2) ? whole(0, 2 * last) / 2 : whole(0, last));
  const step = () => ({ op: "step", ms: pick(steps) });
  const jump = () => ({ op: "go_to_frame", frame: frame() });
  const speed = () => ({ op: "speed_ratio", value: pick(SPEEDS) });
  const deeds = [
    () => [{ op: "pause" }],
    () => [{ op: "pause" }, ...Array.from({ length: whole(0, 3) }, () => (chance(0.3) ? pick([jump, speed])() : step())), { op: "restart" }],
    () => [{ op: "restart" }],
    () => [jump()],
    () => [jump(), jump()],
    () => [jump(), { op: "look" }],
    () => [speed()],
    () => [{ op: "reset" }],
    () => [{ op: "look" }],
    () => (chance(0.2) ? [{ op: "stop" }] : []),
  ];
  for (let length = whole(15, 45); length > 0; length--) {
    if (chance(0.2)) script.push(...pick(deeds)());
    script.push(step());
  }
  return script;
}

function someRecord(name) {
  const clip = someClip();
  const last = clip.keys.at(-1).frame;
  const [from, to] = chance(0.6) ? [whole(-2, last + 2), whole(-2, last + 2)] : [0, last];
  const play = { from, to: chance(0.05) ? from : to, loop: chance(0.75), speed_ratio: pick(SPEEDS) };
  const record = { name, clip, play, initial: someValue(clip.type) };
  if (chance(0.5)) {
    record.events = Array.from({ length: whole(1, 6) }, (_, index) => {
      const event = { id: `v${index}`, frame: chance(0.2) ? whole(0, 2 * last) / 2 : whole(0, last) };
      if (chance(0.3)) event.only_once = true;
      return event;
    });
  }
  record.script = someScript(last);
  return record;
}

function easingOf({ type, mode }) {
  const easing = new EASINGS[type]();
  easing.setEasingMode(MODES[mode]);
  return easing;
}

function animationOf(clip) {
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

Logger.LogLevels = Logger.NoneLogLevel; // its greeting is no record
const engine = new NullEngine();

function play(record) {
  const scene = new Scene(engine);
  const kind = record.clip.type;
  const target = { value: KINDS[kind].make(list(record.initial)) };
  const animation = animationOf(record.clip);
  let [events, loops, ends] = [[], 0, 0];
  for (const { id, frame, only_once } of record.events ?? []) {
    animation.addEvent(new AnimationEvent(frame, (at) => events.push([id, number(at)]), only_once));
  }
  const { from, to, loop, speed_ratio } = record.play;
  const player = scene.beginDirectAnimation(target, [animation], from, to, loop, speed_ratio, () => ends++, () => loops++);
  const does = {
    step: ({ ms }) => scene._animate(ms),
    look: () => {},
    pause: () => player.pause(),
    restart: () => player.restart(),
    go_to_frame: ({ frame }) => player.goToFrame(frame),
    speed_ratio: ({ value }) => (player.speedRatio = value),
    stop: () => player.stop(),
    reset: () => player.reset(),
  };
  record.trace = [];
  for (const op of record.script) {
    does[op.op](op);
    if (op.op !== "step" && op.op !== "look") continue;
    const running = scene._activeAnimatables.includes(player);
    const entry = { value: read(kind, target.value), frame: number(player.masterFrame), loops, ends, running };
    if (events.length) entry.events = events;
    events = [];
    record.trace.push(entry);
  }
  scene.dispose();
  return record;
}

const lines = [{ kind: "header", set: "babylon/playback_scripts", units: "milliseconds for steps, frames for frames", seed }];
for (let index = 0; index < count; index++) lines.push(play(someRecord(`script_${index}`)));
process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), () => process.exit(0));
