/// <reference lib="esnext.disposable" preserve="true" />
import { CuelineError } from './error.ts';

/** The functions of the WebAssembly module. `wasm/` says what each does. */
export interface Exports {
  memory: WebAssembly.Memory;
  bytes_new(length: number): number;
  bytes_free(start: number, length: number): void;
  m_ease(kind: number, curve: number, a: number, b: number, c: number, d: number, t: number): number;
  q_new(now: number): number;
  q_free(queue: number): void;
  q_clone(queue: number): number;
  q_swap(queue: number, other: number): void;
  q_equal(queue: number, other: number): number;
  q_add(queue: number, door: number, other: number, duration: number, delay: number, payload: number): number;
  q_epoch(queue: number): void;
  q_label(queue: number, start: number, length: number): void;
  q_ahead(queue: number, start: number, length: number): number;
  q_advance(queue: number, by: number, calls: number): number;
  q_skip(queue: number, until: number, start: number, length: number, calls: number): number;
  q_cut(queue: number): number;
  q_entry(queue: number, what: number, id: number): number;
  q_payload(queue: number, id: number): number;
  q_flush(queue: number): void;
  q_rows(queue: number): number;
  q_listed(queue: number): number;
  q_events(queue: number): number;
  q_agenda(queue: number): number;
  q_sample(queue: number, at: number): number;
  q_len(queue: number): number;
  q_time(queue: number): number;
  q_next(queue: number): number;
  q_digest(queue: number): bigint;
  q_save?(queue: number, length: number): number;
  q_load?(start: number, length: number): number;
  c_add(commands: number, door: number, other: number, duration: number, delay: number, payload: number): number;
  c_epoch(commands: number): void;
  c_label(commands: number, start: number, length: number): void;
  c_entry(commands: number, what: number, id: number): void;
  c_flush(commands: number): void;
  c_cue(commands: number, at: number, cue: number): void;
  m_new(length: number, value: number): number;
  m_free(motions: number): void;
  m_clone(motions: number): number;
  m_len(motions: number): number;
  m_sample(motions: number, now: number): number;
  m_value(motions: number, index: number, now: number): number;
  m_velocity(motions: number, index: number, now: number): number;
  m_target(motions: number, index: number): number;
  m_settles(motions: number, index: number): number;
  m_set(motions: number, index: number, value: number): number;
  m_finish(motions: number, index: number, now: number): void;
  m_tween(
    motions: number, index: number, then: number, now: number, delay: number, target: number, duration: number,
    kind: number, curve: number, a: number, b: number, c: number, d: number,
  ): number;
  m_glide(motions: number, index: number, now: number, delay: number, target: number, duration: number): number;
  m_spring(
    motions: number, index: number, how: number, now: number, delay: number, target: number, velocity: number,
    stiffness: number, damping: number, mass: number,
  ): number;
  m_digest(motions: number, index: number): bigint;
  m_save?(motions: number, length: number): number;
  m_load?(start: number, length: number): number;
}

/** The functions of the module of `@cueline/core/time`. */
export interface TimeExports {
  clock_new(now: number, num: number, den: number): number;
  clock_free(clock: number): void;
  clock_advance(clock: number, by: number): number;
  clock_step(clock: number, by: number): number;
  clock_now(clock: number): number;
  clock_set(clock: number, now: number): void;
  clock_speed(clock: number, num: number, den: number): void;
  clock_pause(clock: number, paused: number): void;
  clock_paused(clock: number): number;
  clock_digest(clock: number): bigint;
  clock_clone(clock: number): number;
  clock_save(clock: number, length: number): number;
  clock_load(start: number, length: number): number;
  loop_new(num: number, den: number, most: number, catchUp: number, debt: number, least: number, longest: number): number;
  loop_free(loop: number): void;
  loop_advance(loop: number, by: number): number;
  loop_at(loop: number, now: number): number;
  loop_leftover(loop: number): number;
  loop_tick(loop: number): number;
  loop_speed(loop: number, num: number, den: number): void;
  loop_digest(loop: number): bigint;
  loop_clone(loop: number): number;
  loop_save(loop: number, length: number): number;
  loop_load(start: number, length: number): number;
  path_line(start: number, length: number): number;
  path_curve(start: number, length: number): number;
  path_at(path: number, t: number): number;
  path_free(path: number): void;
}

/** The functions of the module of `@cueline/core/flipbook`. */
export interface BookExports {
  book_new(start: number, length: number, order: number, times: number, offset: number): number;
  book_equal(frames: number, hold: number, order: number, times: number, offset: number): number;
  book_at(book: number, start: number, now: number): number;
  book_next(book: number, start: number, now: number): number;
  book_over(book: number, start: number, now: number): number;
  book_duration(book: number): number;
  book_frames(book: number): number;
  book_free(book: number): void;
}

/** The functions of the modules of `@cueline/core/clips` and `/files`. */
export interface ClipsExports {
  lib_new(): number;
  lib_free(library: number): void;
  lib_load(library: number, name: number, nameLength: number, start: number, length: number): number;
  lib_pack?(library: number, length: number): number;
  lib_names(library: number, kind: number): void;
  lib_find(library: number, kind: number, name: number, length: number): number;
  lib_said(library: number): number;
  lib_said_length(library: number): number;
  what_free(what: number): void;
  what_duration(what: number): number;
  what_properties(what: number): number;
  what_sample(what: number, at: number): number;
  what_text(what: number, index: number, at: number): void;
  what_frame(what: number, start: number, now: number): number;
  what_said(what: number): number;
  what_said_length(what: number): number;
  player_new(
    what: number, start: number, delay: number, from: number, to: number, num: number, den: number, passes: number, mode: number,
    fade: number, weight: number,
  ): number;
  player_load(what: number, start: number, length: number): number;
  player_save(player: number, length: number): number;
  player_fade(player: number, now: number, weight: number, over: number): void;
  player_leave(player: number, now: number, over: number): void;
  player_weight(player: number, now: number): number;
  player_numbers(player: number): number;
  players_value(players: number, length: number, name: number, nameLength: number, now: number): number;
  player_free(player: number): void;
  player_step(player: number, now: number): number;
  player_seek(player: number, now: number, elapsed: number, policy: number): number;
  player_finish(player: number, now: number): number;
  player_rows(player: number): number;
  player_cue(player: number, event: number): number;
  player_said(player: number): number;
  player_said_length(player: number): number;
  player_do(player: number, what: number, now: number): number;
  player_speed(player: number, now: number, num: number, den: number): number;
  player_scrub(player: number, now: number, elapsed: number): void;
  player_position(player: number, now: number): number;
  player_pass(player: number, now: number): number;
  player_flags(player: number, now: number): number;
  player_due(player: number): number;
  player_digest(player: number): bigint;
}

/** Which callback the module calls: that of the step that runs. A callback may step another queue. */
export type Calls = (commands: number, row: number) => void;
let calls: Calls = () => {};

/** Runs a step whose callback is `callback`. */
export function during<R>(callback: Calls, step: () => R): R {
  const before = calls;
  calls = callback;
  try {
    return step();
  } finally {
    calls = before;
  }
}

/** What the module imports. */
export const imports: WebAssembly.Imports = {
  cueline: { update: (commands: number, row: number) => calls(commands, row) },
};

let exports: Exports | undefined;

export function started(): boolean {
  return exports !== undefined;
}

export function start(instance: WebAssembly.Instance): void {
  exports ??= instance.exports as unknown as Exports;
}

/** Turns a refusal to compile into an error that says what the page has to allow. */
export function refused(cause: unknown): CuelineError {
  const needed = "WebAssembly; with a Content-Security-Policy, 'wasm-unsafe-eval' in its script-src";
  return new CuelineError('wasm-refused', 'init', String(cause), needed, cause);
}

/** The module. */
export function wasm(): Exports {
  if (exports === undefined) {
    throw new CuelineError('not-ready', 'WebAssembly', 'a call before the module is ready', '`await init()` first');
  }
  return exports;
}

/** The module of `@cueline/core/time`. */
export function timeWasm(): TimeExports {
  return wasm() as unknown as TimeExports;
}

/** The module of `@cueline/core/flipbook`. */
export function bookWasm(): BookExports {
  return wasm() as unknown as BookExports;
}

/** The module of `@cueline/core/clips` or `/files`. */
export function clipsWasm(): ClipsExports {
  return wasm() as unknown as ClipsExports;
}

/** A text at an address. */
export function said(start: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(wasm().memory.buffer, start, length));
}

/** Numbers at an address. The view is valid until the module's memory grows: make a new one for each use. */
export function floats(start: number, length: number): Float64Array {
  return new Float64Array(wasm().memory.buffer, start, length);
}

/** The most bytes of a file, a save or a text. What is read from them takes several times as much of the module's memory, which ends. */
const MOST_BYTES = 2 ** 25;

/** Passes bytes to the module, for the time of a call. */
export function withBytes<R>(bytes: Uint8Array, call: (start: number, length: number) => R): R {
  if (bytes.length > MOST_BYTES) throw new CuelineError('argument', 'the number of bytes', bytes.length, `at most ${MOST_BYTES}`);
  const { bytes_new, bytes_free, memory } = wasm();
  const start = bytes_new(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  try {
    return call(start, bytes.length);
  } finally {
    bytes_free(start, bytes.length);
  }
}

/** A copy of the bytes that a save returns. */
export function savedBytes(save: (length: number) => number): Uint8Array {
  const { bytes_new, bytes_free, memory } = wasm();
  const length = bytes_new(4);
  const start = save(length);
  const size = new DataView(memory.buffer).getUint32(length, true);
  bytes_free(length, 4);
  const bytes = new Uint8Array(memory.buffer, start, size).slice();
  bytes_free(start, size);
  return bytes;
}

let taken: number | undefined;
/** Makes an object over an address of the module: the next `fresh` returns it. */
export function over<T>(address: number, make: () => T): T {
  taken = address;
  try {
    return make();
  } finally {
    taken = undefined;
  }
}
/** The address of a new object, or the one that `over` has for it. */
export function fresh(make: () => number): number {
  const address = taken ?? make();
  taken = undefined;
  return address;
}

/** An object of the module: freed by `free()`, by `using`, or when JavaScript has forgotten it. */
export abstract class Handle {
  #address: number;
  readonly #registry: FinalizationRegistry<number>;

  protected constructor(address: number, registry: FinalizationRegistry<number>) {
    this.#address = address;
    this.#registry = registry;
    registry.register(this, address, this);
  }

  /** The address, for calls of the module; throws `freed`. @internal */
  get address(): number {
    if (this.#address === 0) {
      throw new CuelineError('freed', 'object', 'a freed one', 'one that is not freed');
    }
    return this.#address;
  }

  /** Frees the memory now instead of when JavaScript forgets the object. Later calls throw `freed`, a second `free` does nothing. */
  free(): void {
    if (this.#address === 0) return;
    this.drop(this.#address);
    this.#registry.unregister(this);
    this.#address = 0;
  }

  /** Frees the memory, or refuses to. */
  protected abstract drop(address: number): void;

  [Symbol.dispose](): void {
    this.free();
  }
}
