// Records what Babylon.js does with random animation groups, in the form of babylon/groups.jsonl.
//
//   npm install && node groups.mjs SEED COUNT > groups.jsonl
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Animations/animatable.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";

import { KINDS, animationOf, clipsOf, list, read } from "./babylon.mjs";
import { number, seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const draws = randomOf(seed);
const { whole, pick, chance } = draws;
const { someValue } = clipsOf(draws);

function someMember(index) {
  const type = pick(["float", "vector3", "color3"]);
  let frame = 0;
  const keys = Array.from({ length: whole(2, 4) }, (_, key) => {
    if (key) frame += whole(3, 16);
    return { frame, value: someValue(type) };
  });
  const clip = { name: `t${index % 2}_p${index}`, property: `p${index}`, type, fps: 30, loop: "cycle", keys };
  return { target: `t${index % 2}`, initial: keys[0].value, clip };
}

function someScript(to) {
  const start = () => ({ op: "start", loop: chance(0.5), speed_ratio: pick([0.5, 1, 1, 2]) });
  const step = () => ({ op: "step", ms: pick([16, 16, 17, 25, 33]) });
  const some = (length) => Array.from({ length }, step);
  const script = [start()];
  for (let part = whole(2, 6); part > 0; part--) {
    script.push(...some(whole(3, 14)));
    const deeds = [
      () => [{ op: "pause" }, ...some(whole(0, 3)), { op: "restart" }],
      () => [{ op: "go_to_frame", frame: whole(0, to) }],
      () => [{ op: "speed_ratio", value: pick([0.5, 1, 2]) }],
      () => [{ op: "reset" }],
      () => [{ op: "stop" }, { op: "look" }, start()],
    ];
    if (chance(0.5)) script.push(...pick(deeds)());
  }
  return script.concat(some(whole(3, 14)));
}

Logger.LogLevels = Logger.NoneLogLevel; // its greeting is no record
const engine = new NullEngine();

function record(name) {
  const members = Array.from({ length: whole(1, 4) }, (_, index) => someMember(index));
  const scene = new Scene(engine);
  const group = new AnimationGroup("g", scene);
  const targets = {};
  for (const { target, initial, clip } of members) {
    targets[target] ??= {};
    targets[target][clip.property] = KINDS[clip.type].make(list(initial));
    const animation = animationOf(clip);
    animation.targetProperty = clip.property;
    animation.targetPropertyPath = [clip.property];
    animation.of = `${target}.${clip.property}`;
    group.addTargetedAnimation(animation, targets[target]);
  }
  let events = [];
  const note = (what) => (of) => events.push(of?.animation ? [what, of.animation.of] : [what]);
  group.onAnimationEndObservable.add(note("end"));
  group.onAnimationLoopObservable.add(note("loop"));
  group.onAnimationGroupEndObservable.add(() => events.push(["group_end"]));
  group.onAnimationGroupLoopObservable.add(() => events.push(["group_loop"]));
  group.onAnimationGroupPauseObservable.add(() => events.push(["pause"]));
  group.onAnimationGroupPlayObservable.add(() => events.push(["play"]));
  const does = {
    start: ({ loop, speed_ratio }) => group.start(loop, speed_ratio),
    step: ({ ms }) => scene._animate(ms),
    look: () => {},
    pause: () => group.pause(),
    restart: () => group.restart(),
    go_to_frame: ({ frame }) => group.goToFrame(frame),
    speed_ratio: ({ value }) => (group.speedRatio = value),
    stop: () => group.stop(),
    reset: () => group.reset(),
  };
  const made = { name, members, script: someScript(group.to), from: group.from, to: group.to, trace: [] };
  for (const op of made.script) {
    does[op.op](op);
    if (op.op !== "step" && op.op !== "look") continue;
    const entry = { values: {}, frame: number(group.animatables[0]?.masterFrame ?? 0) };
    for (const { target, clip } of members) {
      (entry.values[target] ??= {})[clip.property] = read(clip.type, targets[target][clip.property]);
    }
    if (group.isStarted) entry.started = true;
    if (group.isPlaying) entry.playing = true;
    if (events.length) entry.events = events;
    events = [];
    made.trace.push(entry);
  }
  scene.dispose();
  return made;
}

const header = { set: "babylon/groups", units: "milliseconds for steps, frames for frames" };
write(header, (index) => record(`group_${index}`));
