import { CuelineError } from './error.ts';
import { Handle, floats, fresh, over, savedBytes, timeWasm, withBytes } from './runtime.ts';
import { addressOfSave } from './saved.ts';
import { FLICKS, finite, flicks, fraction, whole, type Speed } from './units.ts';

export { CuelineError, type CuelineErrorCode } from './error.ts';
export type { Speed } from './units.ts';

const clocks = new FinalizationRegistry<number>((address) => timeWasm().clock_free(address));

/** A clock that runs at a rational speed, without drift. Times are milliseconds. */
export class Clock extends Handle {
  constructor(options: { at?: number; speed?: Speed } = {}) {
    super(fresh(() => timeWasm().clock_new(flicks(options?.at ?? 0, 'Clock'), ...fraction(options?.speed ?? 1))), clocks);
  }
  protected override drop(address: number): void {
    timeWasm().clock_free(address);
  }
  /** Passes real time. Returns by how much the clock has moved: pass that on to queues, or to another clock. */
  advance(ms: number): number {
    return timeWasm().clock_advance(this.address, flicks(ms, 'advance')) / FLICKS;
  }
  /** Moves the clock by hand, whatever its speed. */
  step(ms: number): number {
    return timeWasm().clock_step(this.address, flicks(ms, 'step')) / FLICKS;
  }
  /** The time of the clock, in milliseconds; to set it moves the clock there. */
  get now(): number {
    return timeWasm().clock_now(this.address) / FLICKS;
  }
  set now(ms: number) {
    timeWasm().clock_set(this.address, flicks(ms, 'now'));
  }
  /** Runs at another speed from its present time on. */
  setSpeed(speed: Speed): void {
    timeWasm().clock_speed(this.address, ...fraction(speed));
  }
  /** Stands still, whatever real time passes. */
  pause(): void {
    timeWasm().clock_pause(this.address, 1);
  }
  /** Runs on after a pause. */
  resume(): void {
    timeWasm().clock_pause(this.address, 0);
  }
  get isPaused(): boolean {
    return timeWasm().clock_paused(this.address) !== 0;
  }
  /** A hash of the whole state, the same on every machine. */
  digest(): bigint {
    return BigInt.asUintN(64, timeWasm().clock_digest(this.address));
  }
  /** A copy of the whole state. */
  clone(): Clock {
    return over(timeWasm().clock_clone(this.address), () => new Clock());
  }
  /** The bytes of the whole state. */
  save(): Uint8Array {
    const address = this.address;
    return savedBytes((length) => timeWasm().clock_save(address, length));
  }
  /** The clock of a save. */
  static load(bytes: Uint8Array): Clock {
    return over(addressOfSave(bytes, (start, length) => timeWasm().clock_load(start, length)), () => new Clock());
  }
}

/** What the loop does with time for which there are too many ticks: drop it, drop all that is left, or keep up to a debt. */
export type CatchUp = 'drop' | 'reset' | { carry: number };

export interface FixedStepOptions {
  /** The most ticks in a frame; 10 if it is left out. */
  maxTicks?: number;
  /** `'drop'` if it is left out. `{ carry: Infinity }` keeps all. */
  catchUp?: CatchUp;
  /** A frame counts as at least so many milliseconds, and as at most so many. */
  minFrame?: number;
  maxFrame?: number;
}

/** What a frame has to do. */
export interface Frame {
  /** How many ticks to run, and the number of the first. */
  readonly ticks: number;
  readonly first: number;
  /** Where the frame lies between the last tick and the next, from 0 to 1: for drawing only. */
  readonly alpha: number;
  /** Milliseconds that were dropped. */
  readonly dropped: number;
  /** Ticks that are kept for later frames. */
  readonly debt: number;
  /** Whether there were more ticks than allowed. */
  readonly limited: boolean;
  /** Milliseconds by which a timestamp ran backwards. */
  readonly backwards: number;
}

const loops = new FinalizationRegistry<number>((address) => timeWasm().loop_free(address));

/** The address of a new loop. */
function begun(rate: Speed, options: FixedStepOptions): number {
  const [num, den] = fraction(rate);
  const { maxTicks = 10, catchUp = 'drop', minFrame = 0, maxFrame = Infinity } = options ?? {};
  const isDebt = typeof catchUp === 'object' && catchUp !== null;
  const carry = isDebt ? catchUp.carry : 0;
  const policy = isDebt ? 1 : catchUp === 'drop' ? 0 : catchUp === 'reset' ? 2 : -1;
  if (policy < 0) {
    throw new CuelineError('argument', 'catchUp', catchUp, "'drop', 'reset' or { carry: milliseconds }");
  }
  const orEndless = (ms: number, what: string): number => (ms === Infinity ? -1 : Math.max(flicks(ms, what), 0));
  const address = timeWasm().loop_new(
    whole(num, 'rate', 0xffff_ffff), whole(den, 'rate', 0xffff_ffff), whole(maxTicks, 'maxTicks', 0xffff_ffff), policy,
    orEndless(carry, 'carry'), Math.max(flicks(minFrame, 'minFrame'), 0), orEndless(maxFrame, 'maxFrame'),
  );
  if (address !== 0) return address;
  const needed = 'a rate and a number of ticks above 0, and a minFrame of at most maxFrame';
  throw new CuelineError('argument', 'FixedStep', `${num}/${den} Hz with ${maxTicks} ticks`, needed);
}

/**
 * The loop of fixed timesteps: real time in, ticks out.
 *
 * ```js
 * const loop = new FixedStep(60);
 * requestAnimationFrame(function frame(now) {
 *   const { ticks, alpha } = loop.frameAt(now);
 *   for (let n = 0; n < ticks; n++) update();
 *   draw(alpha);
 *   requestAnimationFrame(frame);
 * });
 * ```
 */
export class FixedStep extends Handle {
  /** `rate`: ticks a second, as a whole number or a fraction such as `[60000, 1001]`. */
  constructor(rate: Speed, options: FixedStepOptions = {}) {
    super(fresh(() => begun(rate, options)), loops);
  }
  protected override drop(address: number): void {
    timeWasm().loop_free(address);
  }
  #frame(start: number): Frame {
    const [ticks, alpha, dropped, debt, limited, first, backwards] = floats(start, 7) as unknown as number[];
    return {
      ticks: ticks!, first: first!, alpha: alpha!, dropped: dropped! / FLICKS, debt: debt!, limited: limited !== 0,
      backwards: backwards! / FLICKS,
    };
  }
  /** A frame that took `ms`. */
  advance(ms: number): Frame {
    return this.#frame(timeWasm().loop_advance(this.address, flicks(ms, 'advance')));
  }
  /** A frame at a timestamp, such as that of `requestAnimationFrame`. The first one only starts the loop. */
  frameAt(now: number): Frame {
    return this.#frame(timeWasm().loop_at(this.address, flicks(now, 'frameAt')));
  }
  /** What is left over since the last tick, in milliseconds. */
  get leftover(): number {
    return timeWasm().loop_leftover(this.address) / FLICKS;
  }
  /** The number of the next tick. */
  get tick(): number {
    return timeWasm().loop_tick(this.address);
  }
  /** Runs at another speed: at 2 as many ticks take half of the real time, at 0 and below none runs. */
  setSpeed(speed: Speed): void {
    timeWasm().loop_speed(this.address, ...fraction(speed));
  }
  /** A hash of the whole state, the same on every machine. */
  digest(): bigint {
    return BigInt.asUintN(64, timeWasm().loop_digest(this.address));
  }
  /** A copy of the whole state. */
  clone(): FixedStep {
    return over(timeWasm().loop_clone(this.address), () => new FixedStep(1));
  }
  /** The bytes of the whole state. */
  save(): Uint8Array {
    const address = this.address;
    return savedBytes((length) => timeWasm().loop_save(address, length));
  }
  /** The loop of a save. */
  static load(bytes: Uint8Array): FixedStep {
    return over(addressOfSave(bytes, (start, length) => timeWasm().loop_load(start, length)), () => new FixedStep(1));
  }
}

/** The numbers of a list of lists. */
function listed(lists: Iterable<readonly number[]>, what: string): number[] {
  if (typeof lists?.[Symbol.iterator] === 'function') return [...lists].flat();
  throw new CuelineError('argument', what, lists, 'a list of lists of numbers');
}

const paths = new FinalizationRegistry<number>((address) => timeWasm().path_free(address));

/** An easing that is drawn: lines through points as `linear()` of CSS, or cubic curves. */
export class EasingPath extends Handle {
  private constructor(address: number) {
    super(address, paths);
  }
  protected override drop(address: number): void {
    timeWasm().path_free(address);
  }

  /** Lines through `[x, y]` points; x rises from 0 to 1. */
  static line(points: Iterable<readonly [x: number, y: number]>): EasingPath {
    return EasingPath.#of(listed(points, 'EasingPath.line'), 'EasingPath.line', 'points whose x rises from 0 to 1', (start, length) => timeWasm().path_line(start, length));
  }
  /** Cubic curves from `[0, start]`: for each the handle that leaves, the handle that arrives, and its end. */
  static curve(start: number, segments: Iterable<readonly [number, number, number, number, x: number, y: number]>): EasingPath {
    return EasingPath.#of([start, ...listed(segments, 'EasingPath.curve')], 'EasingPath.curve', 'segments whose x rises from 0 to 1', (at, length) => timeWasm().path_curve(at, length));
  }
  static #of(numbers: number[], what: string, needed: string, make: (start: number, length: number) => number): EasingPath {
    numbers.forEach((number) => finite(number, what));
    const address = withBytes(new Uint8Array(Float64Array.from(numbers).buffer), make);
    if (address === 0) throw new CuelineError('argument', what, `${numbers.length} numbers`, needed);
    return new EasingPath(address);
  }
  /** The eased progress at a progress. */
  at(t: number): number {
    return timeWasm().path_at(this.address, finite(t, 'at'));
  }
}

/**
 * The last states of a simulation, each with the tick that was about to run, for rollback and undo. A state is a queue or
 * any other object with `clone` (and `free`, which is called when the ring overwrites it).
 */
export class Snapshots<S extends { clone(): S; free?(): void }> {
  readonly #states = new Map<number, S>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = whole(capacity, 'Snapshots');
    if (capacity < 1) throw new CuelineError('argument', 'Snapshots', capacity, 'a capacity above 0');
  }
  /** Keeps a copy of the state before a tick. Later ticks are forgotten: they were another future. */
  keep(tick: number, state: S): void {
    whole(tick, 'keep');
    const copy = state.clone();
    for (const later of this.#states.keys()) if (later >= tick) this.#forget(later);
    this.#states.set(tick, copy);
    if (this.#states.size > this.#capacity) this.#forget(this.#states.keys().next().value!);
  }
  #forget(tick: number): void {
    this.#states.get(tick)?.free?.();
    this.#states.delete(tick);
  }
  /** The state before a tick: pass it to `restore` of the object, or clone it. */
  restore(tick: number): S {
    const state = this.#states.get(tick);
    if (state !== undefined) return state;
    const kept = this.kept;
    throw new CuelineError('argument', 'restore', tick, kept === undefined ? 'a tick that was kept, but the ring is empty' : `a tick that was kept, from ${kept[0]} to ${kept[1]}`);
  }
  /** The oldest and the newest tick. */
  get kept(): [oldest: number, newest: number] | undefined {
    const ticks = [...this.#states.keys()];
    return ticks.length === 0 ? undefined : [ticks[0]!, ticks.at(-1)!];
  }
  /** Forgets all states. */
  free(): void {
    for (const tick of [...this.#states.keys()]) this.#forget(tick);
  }
}
