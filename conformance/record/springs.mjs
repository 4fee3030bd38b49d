// Records the motion of random springs in four libraries, in the form of easing/springs.jsonl.
//
//   npm install && node springs.mjs SEED COUNT > springs.jsonl
import * as animejs from "animejs";
import * as motion from "motion";
import * as popmotion from "popmotion";
import { Spring } from "wobble";

import { sorted, spreadOf, versions } from "./easing.mjs";
import { number, seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const { random, whole, pick, chance } = randomOf(seed);
const tenths = (from, to) => whole(10 * from, 10 * to) / 10;
/** Any magnitude, with three digits. */
const anySize = (from, to) => Number((10 ** (from + random() * (to - from))).toPrecision(3));

/** Stiffness, damping and mass: of usual size, of any size, critically damped, or all but that. */
function someParts() {
  const [frequency, root] = [whole(1, 30), whole(1, 3)]; // sqrt(stiffness), and sqrt(mass)
  const critical = [frequency ** 2, 2 * frequency * root, root ** 2];
  return pick([
    () => [whole(20, 600), tenths(0.5, 60), tenths(0.5, 5)],
    () => [whole(20, 600), tenths(0.5, 60), tenths(1, 5)],
    () => [anySize(-1, 4), anySize(-2, 3), anySize(-1, 2)],
    () => critical,
    () => [critical[0], critical[1] * (1 + pick([-1, 1]) * anySize(-9, -1)), critical[2]],
  ])();
}

const someVelocity = () => (chance(0.4) ? 0 : chance(0.8) ? whole(-10, 10) : pick([-1000, -100, -0.1, 0.1, 100, 1000]));

/** Times in milliseconds: steps of 25 as in a film, or any 64ths. */
function someTimes() {
  if (chance(0.3)) return Array.from({ length: 81 }, (_, step) => 25 * step);
  const end = pick([200, 1000, 2000, 10000]);
  return sorted([0, end, ...Array.from({ length: 40 }, () => whole(0, 64 * end) / 64)]);
}

/** The speed and the distance below which Motion and Popmotion are done: those that Motion takes here, or others. */
const someRest = () => (chance(0.5) ? [0.01, 0.005] : [pick([0.001, 0.1, 1]), pick([0.0001, 0.01, 0.1])]);

/** Values of Motion or Popmotion, and whether the spring is done. */
function generated(generator, times) {
  const states = times.map((ms) => ({ ...generator.next(ms) }));
  return { values: states.map(({ value }) => number(value)), done: states.map(({ done }) => done) };
}

// wobble draws frames by the clock: each of its springs here draws one, at the time that is asked for.
Spring.MAX_DELTA_TIME_MS = Infinity;
let frame;
globalThis.requestAnimationFrame = (draw) => ((frame = draw), 1);
globalThis.cancelAnimationFrame = () => (frame = undefined);
function wobbled(options, velocity_per_s, ms) {
  const endless = { restVelocityThreshold: 0, restDisplacementThreshold: 0, allowsOverdamping: true };
  Date.now = () => 0;
  const spring = new Spring({ ...options, ...endless, initialVelocity: velocity_per_s / 1000 }).start();
  Date.now = () => ms;
  if (ms > 0) frame(ms);
  return [spring.currentValue, spring.currentVelocity * 1000];
}

/** A spring by its physical parameters. */
function physical([stiffness, damping, mass], velocity_per_s, times_ms, [rest_speed, rest_delta]) {
  const damping_ratio = damping / (2 * Math.sqrt(stiffness * mass));
  const regime = damping_ratio < 1 ? "under" : damping_ratio > 1 ? "over" : "critical";
  const options = { stiffness, damping, mass };
  const moving = { ...options, velocity: velocity_per_s, restSpeed: rest_speed, restDelta: rest_delta };
  const anime = animejs.spring({ ...options, velocity: velocity_per_s });
  const animed = times_ms.map((ms) => anime.solve(ms / 1000));
  const moved = generated(motion.spring({ ...moving, keyframes: [0, 1] }), times_ms);
  const popped = generated(popmotion.spring({ ...moving, from: 0, to: 1 }), times_ms);
  const swung = times_ms.map((ms) => wobbled(options, velocity_per_s, ms));
  const spreads = times_ms.map((_, index) =>
    spreadOf([animed[index], swung[index][0], moved.done[index] ? NaN : moved.values[index]]),
  );
  return {
    ...{ stiffness, damping, mass, velocity_per_s, damping_ratio, regime, times_ms },
    animejs: {
      settling_ms: anime.settlingDuration,
      solver_s: anime.solverDuration,
      values: animed.map(number),
      ease_64: Array.from({ length: 65 }, (_, k) => number(anime.ease(k / 64))),
    },
    motion: { rest_speed, rest_delta, ...moved },
    popmotion: { rest_speed, rest_delta, ...popped },
    wobble: { values: swung.map(([value]) => number(value)), velocity_per_s: swung.map(([, speed]) => number(speed)) },
    max_spread_before_rest: number(Math.max(...spreads)),
  };
}

/** A spring by bounce and duration, and the physical parameters that a library derives from them. */
function derived(library, bounce, duration_ms, values_at_ms) {
  const by = { by: "bounce and duration", bounce, duration_ms };
  if (library === "animejs") {
    const spring = animejs.spring({ bounce, duration: duration_ms });
    const { stiffness, damping, mass, settlingDuration: settling_ms } = spring;
    const values = values_at_ms.map((ms) => number(spring.solve(ms / 1000)));
    return { ...by, animejs: { stiffness, damping, mass, settling_ms, values_at_ms, values } };
  }
  const { stiffness, damping, mass } = motion.getSpringOptions({ bounce, duration: duration_ms });
  const spring = motion.spring({ bounce, duration: duration_ms, keyframes: [0, 1] });
  return { ...by, motion: { stiffness, damping, mass, values_at_ms, ...generated(spring, values_at_ms) } };
}

function record() {
  if (chance(0.85)) return physical(someParts(), someVelocity(), someTimes(), someRest());
  const duration_ms = pick([10, 100, 10000, whole(10, 10000)]);
  return derived(pick(["animejs", "motion"]), whole(-100, 100) / 100, duration_ms, someTimes());
}

write({ set: "easing/springs", versions, units: "milliseconds; velocity in units per second" }, record);
