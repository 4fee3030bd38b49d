// Records what accumulator loops do with random timestamps, in the form of game_loop/runs.jsonl.
//
//   npm install && node game_loop.mjs SEED COUNT > runs.jsonl
//
// The loop of mainloop.js, with and without an upper frame rate, and the deterministic lockstep of Babylon.js.
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Scene } from "@babylonjs/core/scene.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";

import { seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const { random, whole, pick, chance } = randomOf(seed);

// mainloop.js asks for frames where it is loaded: each frame is run from here, with a timestamp.
let frame;
globalThis.window = globalThis;
globalThis.requestAnimationFrame = (run) => ((frame = run), 1);
globalThis.cancelAnimationFrame = () => (frame = undefined);
const { default: MainLoop } = await import("mainloop.js");
delete globalThis.window;

const STEPS = [1000 / 60, 1000 / 60, 1000 / 30, 1000 / 120, 5, 10, 20];
const rounded = (ms) => Math.round(ms * 1000) / 1000;

/** Timestamps of a screen that is not quite steady, stops for a while, or steps back. */
function someTimestamps() {
  const frame = 1000 / pick([24, 30, 60, 60, 75, 144, 240]);
  const jitter = pick([0, 0.1, 1, 4]);
  const round = pick([rounded, rounded, Math.round, (ms) => ms]);
  let at = random() * 1000;
  return Array.from({ length: whole(40, 200) }, () => {
    const now = round(at);
    at += Math.max(0, frame + (random() - 0.5) * 2 * jitter);
    if (chance(0.01)) at += random() * pick([100, 1000, 6000]);
    if (chance(0.004)) at -= random() * 20;
    return now;
  });
}

function mainloop(timestep, timestamps, resets, max_fps) {
  const made = { updates: [], interpolation: [], panic: [] };
  if (resets) made.discarded = [];
  if (max_fps) made.max_fps = max_fps;
  let [updates, drawn, panic, discarded] = [0, null, 0, 0];
  MainLoop.resetFrameDelta();
  MainLoop.setSimulationTimestep(timestep).setMaxAllowedFPS(max_fps ?? Infinity);
  MainLoop.setBegin(() => {}).setUpdate(() => updates++).setDraw((interpolation) => (drawn = interpolation));
  MainLoop.setEnd((_, panicked) => {
    if (!panicked) return;
    panic = 1;
    if (resets) discarded = MainLoop.resetFrameDelta();
  });
  // The first frame only starts the loop; it draws with 1.
  MainLoop.start();
  for (const now of timestamps) {
    [updates, drawn, panic, discarded] = [0, null, 0, 0];
    frame(now);
    made.updates.push(updates);
    made.interpolation.push(drawn);
    made.panic.push(panic);
    if (resets) made.discarded.push(discarded);
  }
  MainLoop.stop();
  return made;
}

Logger.LogLevels = Logger.NoneLogLevel; // its greeting is no record
function lockstep(time_step_ms, max_steps, timestamps) {
  const engine = new NullEngine({ deterministicLockstep: true, lockstepMaxSteps: max_steps, timeStep: time_step_ms / 1000 });
  const scene = new Scene(engine);
  const made = { time_step_ms: engine.getTimeStep(), max_steps: engine.getLockstepMaxSteps() };
  Object.assign(made, { min_delta_ms: Scene.MinDeltaTime, max_delta_ms: Scene.MaxDeltaTime, steps: [], accumulator: [] });
  let steps = 0;
  scene.onBeforeStepObservable.add(() => steps++);
  let before;
  for (const now of timestamps) {
    engine.getDeltaTime = () => now - (before ?? now);
    steps = 0;
    scene.animate();
    made.steps.push(steps);
    made.accumulator.push(scene._timeAccumulator);
    before = now;
  }
  scene.dispose();
  engine.dispose();
  return made;
}

function record(name) {
  const [timestep, timestamps] = [pick(STEPS), someTimestamps()];
  const made = { name, timestep, timestamps, mainloop: mainloop(timestep, timestamps, false) };
  made.mainloop_reset = mainloop(timestep, timestamps, true);
  if (chance(0.5)) made.mainloop_max_fps = mainloop(timestep, timestamps, false, pick([20, 30, 50, 60]));
  made.babylon_lockstep = lockstep(timestep, pick([1, 4, 20]), timestamps);
  return made;
}

write({ set: "game_loop/random", units: "milliseconds" }, (index) => record(`loop_${index}`));
