// Records what Babylon.js does with one playing clip and a random script, in the form of babylon/playback_random.jsonl.
//
//   npm install && node playback.mjs SEED COUNT > playback_scripts.jsonl
//
// The scripts are meant to be ugly: every way to loop, limits outside the keys and the wrong way round, speeds of
// either sign and 0, jumps, pauses, resets and stops anywhere, steps of no length and of many passes.
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Animations/animatable.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";

import { KINDS, animationOf, clipsOf, list, read } from "./babylon.mjs";
import { number, seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const { random, whole, pick, chance } = randomOf(seed);
const { someValue, someClip } = clipsOf({ random, whole, pick, chance });

const SPEEDS = [1, 1, 2, 0.5, 0.25, 3.3, 1.5, 1.1, 0, -1, -0.5, -2];
const STEPS = [[5, 8, 16, 16, 17, 33, 50], [20], [1000 / 60], [1000 / 24], [7, 40, 100], [0, 10, 20, 250, 500, 1000], [10, 370, 3400]];

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

const header = { set: "babylon/playback_scripts", units: "milliseconds for steps, frames for frames" };
write(header, (index) => play(someRecord(`script_${index}`)));
