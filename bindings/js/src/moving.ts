import { eased, easing, type EasingName, type Numbers } from './easing.ts';
import { CuelineError } from './error.ts';
import { Handle, floats, fresh, over, wasm } from './runtime.ts';
import { FLICKS, finite, flicks, whole } from './units.ts';

export interface MotionOptions {
  /** The present time in milliseconds: the motion starts here, from the value and the velocity of this moment. */
  at: number;
  /** Milliseconds until it starts; until then the present motion goes on. */
  delay?: number;
}
export interface TweenOptions extends MotionOptions {
  /** Milliseconds. */
  duration: number;
  /** `'outQuad'` if it is left out. */
  easing?: EasingName;
}
export interface GlideOptions extends MotionOptions {
  /** Milliseconds. */
  duration: number;
}
/** A spring by feel, or by its physical parts. */
export type SpringOptions = MotionOptions & ({
  /** About how long it takes, in milliseconds. */
  duration: number;
  /** 0 (the default) does not overshoot; towards 1 it swings longer; below 0 it creeps. */
  bounce?: number;
} | {
  stiffness: number;
  damping: number;
  /** 1 if it is left out. */
  mass?: number;
});
/** A spring with a velocity at its start. */
export type ThrowOptions = SpringOptions & {
  /** Units per second. */
  velocity: number;
};

const registry = new FinalizationRegistry<number>((address) => wasm().m_free(address));
const MOST = 1_000_000;

/**
 * Many values in motion, each by its index: one call samples them all.
 *
 * ```js
 * const x = new Motions(1000);
 * x.tweenTo(7, 100, { at: 0, duration: 300, easing: 'outCubic' });
 * const values = x.sample(150); // 1000 numbers
 * ```
 */
export class Motions extends Handle {
  readonly length: number;
  /** What `sample` has returned: empty once the memory has grown. A new view takes longer than the call. */
  #sampled: Float64Array | undefined;

  /** `length` values (at most a million), at rest at `value`. */
  constructor(length: number, value = 0) {
    super(fresh(() => wasm().m_new(whole(length, 'Motions', MOST), finite(value, 'Motions'))), registry);
    this.length = wasm().m_len(this.address);
  }

  protected override drop(address: number): void {
    wasm().m_free(address);
  }

  #index(index: number): number {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) {
      throw new CuelineError('argument', 'index', index, `a whole number below ${this.length}`);
    }
    return index;
  }

  /** All values at a time in milliseconds: a view that is valid until the next call of this package. */
  sample(at: number): Float64Array {
    const start = wasm().m_sample(this.address, flicks(at, 'sample'));
    const view = this.#sampled;
    return view?.length && view.byteOffset === start ? view : (this.#sampled = floats(start, this.length));
  }
  /** One value at a time. */
  value(index: number, at: number): number {
    return wasm().m_value(this.address, this.#index(index), flicks(at, 'value'));
  }
  /** Its velocity per second. */
  velocity(index: number, at: number): number {
    return wasm().m_velocity(this.address, this.#index(index), flicks(at, 'velocity'));
  }
  /** Where its last motion ends. */
  target(index: number): number {
    return wasm().m_target(this.address, this.#index(index));
  }
  /** When it comes to rest, in milliseconds; `undefined` if never. */
  settlesAt(index: number): number | undefined {
    const at = wasm().m_settles(this.address, this.#index(index));
    return at < 0 ? undefined : at / FLICKS;
  }
  /** Whether it rests at its target. */
  isSettled(index: number, at: number): boolean {
    const end = wasm().m_settles(this.address, this.#index(index));
    return end >= 0 && flicks(at, 'isSettled') >= end;
  }

  /** Puts it to rest at a value. */
  set(index: number, value: number): void {
    wasm().m_set(this.address, this.#index(index), finite(value, 'set'));
  }
  /** Moves to a target in a given time. */
  tweenTo(index: number, target: number, options: TweenOptions): void {
    this.#tween(index, 0, target, options);
  }
  /** The same, from the exact end of the last motion on. */
  thenTweenTo(index: number, target: number, options: TweenOptions): void {
    this.#tween(index, 1, target, options);
  }
  #tween(index: number, then: number, target: number, options: TweenOptions): void {
    const address = this.address;
    const numbers = easing(given(options, '{ at, duration }').easing ?? 'outQuad');
    wasm().m_tween(
      address, this.#index(index), then, flicks(options.at, 'at'), delay(options), finite(target, 'target'),
      flicks(options.duration, 'duration'), ...numbers,
    );
  }
  /** Moves to a target in a given time and keeps the velocity: no corner where a target changes. */
  glideTo(index: number, target: number, options: GlideOptions): void {
    wasm().m_glide(
      this.address, this.#index(index), flicks(given(options, '{ at, duration }').at, 'at'), delay(options),
      finite(target, 'target'), flicks(options.duration, 'duration'),
    );
  }
  /** Moves to a target by a spring, which keeps the velocity. */
  springTo(index: number, target: number, options: SpringOptions): void {
    this.#spring(index, 0, target, options, 0);
  }
  /** The same, from the exact end of the last motion on. */
  thenSpringTo(index: number, target: number, options: SpringOptions): void {
    this.#spring(index, 1, target, options, 0);
  }
  /** Moves to a target by a spring that starts with a velocity per second. */
  throwTo(index: number, target: number, options: ThrowOptions): void {
    this.#spring(index, 2, target, options, finite(given(options, '{ at, duration, velocity }').velocity, 'velocity'));
  }
  #spring(index: number, how: number, target: number, options: SpringOptions, velocity: number): void {
    given(options, '{ at, duration }');
    const parts = 'stiffness' in options
      ? [finite(options.stiffness, 'stiffness'), finite(options.damping, 'damping'), finite(options.mass ?? 1, 'mass')] as const
      : [flicks(options.duration, 'duration'), finite(options.bounce ?? 0, 'bounce'), 0] as const;
    if ('stiffness' in options && !(parts[2] > 0)) throw new CuelineError('argument', 'mass', parts[2], 'a number above 0');
    const taken = wasm().m_spring(
      this.address, this.#index(index), how, flicks(options.at, 'at'), delay(options), finite(target, 'target'), velocity, ...parts,
    );
    if (taken === 0) throw new CuelineError('argument', 'spring', options, 'a stiffness above 0 and a damping of 0 or more');
  }
  /** Ends a motion at once: the value is its target. */
  finish(index: number, at: number): void {
    wasm().m_finish(this.address, this.#index(index), flicks(at, 'finish'));
  }

  /** A copy. */
  clone(): this {
    return over(wasm().m_clone(this.address), () => Reflect.construct(Motions, [0], this.constructor) as this);
  }
  /** A hash of one value's motion, the same on every machine. */
  digest(index: number): bigint {
    return BigInt.asUintN(64, wasm().m_digest(this.address, this.#index(index)));
  }
}

/** Options, which a caller without types may forget. */
function given<O extends object>(options: O, needed: string): O {
  if (typeof options === 'object' && options !== null) return options;
  throw new CuelineError('argument', 'options', options, needed);
}

function delay(options: MotionOptions): number {
  return options.delay === undefined ? 0 : flicks(options.delay, 'delay');
}

/**
 * One value that moves, and can get another target at any moment.
 *
 * ```js
 * const x = new Moving(0);
 * x.springTo(100, { at: 0, duration: 400 });
 * x.value(150);
 * ```
 */
export class Moving {
  readonly #motions: Motions;

  constructor(value: number) {
    this.#motions = new Motions(1, finite(value, 'Moving'));
  }
  /** @internal */
  protected get address(): number {
    return this.#motions.address;
  }

  /** The value at a time in milliseconds; before its last motion, the one at its start. */
  value(at: number): number {
    return this.#motions.value(0, at);
  }
  /** Its velocity per second. */
  velocity(at: number): number {
    return this.#motions.velocity(0, at);
  }
  /** Where its last motion ends. */
  get target(): number {
    return this.#motions.target(0);
  }
  /** When it comes to rest, in milliseconds; `undefined` if never. */
  get settlesAt(): number | undefined {
    return this.#motions.settlesAt(0);
  }
  /** Whether it rests at its target. */
  isSettled(at: number): boolean {
    return this.#motions.isSettled(0, at);
  }
  /** Puts it to rest at a value. */
  set(value: number): void {
    this.#motions.set(0, value);
  }
  /** Moves to a target in a given time. */
  tweenTo(target: number, options: TweenOptions): void {
    this.#motions.tweenTo(0, target, options);
  }
  /** The same, from the exact end of the last motion on. */
  thenTweenTo(target: number, options: TweenOptions): void {
    this.#motions.thenTweenTo(0, target, options);
  }
  /** Moves to a target in a given time and keeps the velocity: no corner where a target changes. */
  glideTo(target: number, options: GlideOptions): void {
    this.#motions.glideTo(0, target, options);
  }
  /** Moves to a target by a spring, which keeps the velocity. */
  springTo(target: number, options: SpringOptions): void {
    this.#motions.springTo(0, target, options);
  }
  /** The same, from the exact end of the last motion on. */
  thenSpringTo(target: number, options: SpringOptions): void {
    this.#motions.thenSpringTo(0, target, options);
  }
  /** Moves to a target by a spring that starts with a velocity per second. */
  throwTo(target: number, options: ThrowOptions): void {
    this.#motions.throwTo(0, target, options);
  }
  /** Ends a motion at once: the value is its target. */
  finish(at: number): void {
    this.#motions.finish(0, at);
  }
  /** A copy. */
  clone(): this {
    return over(wasm().m_clone(this.address), () => Reflect.construct(Moving, [0], this.constructor) as this);
  }
  /** A hash of its motion, the same on every machine. */
  digest(): bigint {
    return this.#motions.digest(0);
  }
  /** Frees the memory now instead of when JavaScript forgets the object. */
  free(): void {
    this.#motions.free();
  }
  [Symbol.dispose](): void {
    this.#motions.free();
  }
}

/** Numbers of many objects that move together: the time is computed once. */
export class Group {
  readonly #numbers: Numbers;
  readonly #start: number;
  readonly #duration: number;
  readonly #targets: Record<string, number>[];
  readonly #keys: string[];
  readonly #from: Float64Array;
  readonly #to: Float64Array;

  /** @internal */
  constructor(targets: Record<string, number>[], to: Record<string, number>, options: TweenOptions) {
    this.#numbers = easing(given(options, '{ at, duration }').easing ?? 'outQuad');
    this.#start = flicks(options.at, 'at') + delay(options);
    this.#duration = Math.max(flicks(options.duration, 'duration'), 0);
    this.#targets = targets;
    this.#keys = Object.keys(given(to, 'numbers by name'));
    const all = this.#keys.flatMap((key) => targets.map((target) => [finite(target[key]!, key), finite(to[key]!, key)]));
    this.#from = Float64Array.from(all, ([from]) => from!);
    this.#to = Float64Array.from(all, ([, end]) => end!);
  }

  /** Writes the values at a time in milliseconds to the objects. `false` once they have arrived. */
  apply(at: number): boolean {
    const since = flicks(at, 'apply') - this.#start;
    const targets = this.#targets;
    const to = this.#to;
    const over = since >= this.#duration;
    const t = over ? 1 : since <= 0 ? 0 : eased(this.#numbers, since / this.#duration);
    // At 1 a number is its target to the bit, also -0: to this a sum with -0 changes nothing. A question in the loop costs a fifth.
    const from = t === 1 ? to : this.#from;
    const by = t === 1 ? -0 : t;
    let place = 0;
    for (const key of this.#keys) {
      for (const target of targets) {
        const start = from[place]!;
        target[key] = start + (to[place++]! - start) * by;
      }
    }
    return !over;
  }
}

/** The numbers of an object, or some of them. */
export type NumbersOf<T> = { readonly [K in keyof T as T[K] extends number ? K : never]?: number };

/**
 * Moves numbers of many objects to the same targets, from what they are now.
 *
 * ```js
 * const group = moveAll(cards, { x: 100, y: 50 }, { at: 0, duration: 300, easing: 'outBack' });
 * group.apply(16); // writes card.x and card.y
 * ```
 */
export function moveAll<T extends object>(targets: Iterable<T>, to: NumbersOf<T>, options: TweenOptions): Group {
  if (typeof targets?.[Symbol.iterator] !== 'function') {
    throw new CuelineError('argument', 'moveAll', targets, 'a list of objects');
  }
  const all = [...targets].map((target) => given(target, 'a list of objects'));
  return new Group(all as unknown as Record<string, number>[], to as Record<string, number>, options);
}
