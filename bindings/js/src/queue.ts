import { eased, easing, type EasingName } from './easing.ts';
import { CuelineError } from './error.ts';
import { KINDS, REASONS, type Reason } from './event.ts';
import { motionShown, type MotionPreference } from './motion.ts';
import { Handle, during, floats, fresh, over, wasm, withBytes } from './runtime.ts';
import { FLICKS, flicks, whole } from './units.ts';

/** The id of an entry. A queue never uses an id twice, and the same calls give the same ids. */
export type EntryId = number;

/** How long an entry shows: milliseconds, or `'open'` for an entry that shows until it is released. */
export type Duration = number | 'open';

/** `'holding'`: the next epoch waits for the entry; `'free'`: in the foreground, but nothing waits; `'background'`. */
export type Role = 'holding' | 'free' | 'background';

const ROLES: readonly Role[] = ['holding', 'free', 'background'];

export interface EntryOptions {
  /** Milliseconds from the entry's turn until it shows. */
  delay?: number;
  /**
   * The number that stands for the payload in saves and digests, from 0 to 2^53 - 1. Without it, it is the payload if that
   * is such a number, and else 0.
   */
  number?: number;
}

/** Where a skip ends: the end of the queue, of the running epoch, the next moment, the next open entry, or a label. */
export type Until = 'end' | 'epoch' | 'moment' | 'open' | { label: string };

/** One call of one entry in one step. Times are milliseconds. */
export class Update<T> {
  readonly id: EntryId;
  readonly payload: T;
  /** The number that stands for the payload. */
  readonly number: number;
  /** Whether this is the entry's first call. */
  readonly started: boolean;
  /** Whether this is the entry's last call. */
  readonly ended: boolean;
  /** From 0 to 1: exactly 1 in the last call; 0 for an open entry before that. */
  readonly progress: number;
  /** Time since the entry began to show. */
  readonly elapsed: number;
  /** `elapsed` at the previous call. */
  readonly before: number;
  /** How long the entry shows; `undefined` if its end is not known. */
  readonly duration: number | undefined;
  /** The moment that this call shows, on the clock of the queue. */
  readonly at: number;
  /** The time from that moment to the end of the step. */
  readonly lateness: number;
  readonly reason: Reason;
  readonly role: Role;

  /** @internal */
  constructor(row: Float64Array, start: number, payload: T) {
    const flags = row[start + 2]!;
    const elapsed = row[start + 3]!;
    const duration = row[start + 5]!;
    this.id = row[start]!;
    this.payload = payload;
    this.number = row[start + 1]!;
    this.started = (flags & 1) !== 0;
    this.ended = (flags & 2) !== 0;
    this.progress = this.ended ? 1 : duration > 0 ? Math.min(elapsed / duration, 1) : 0;
    this.elapsed = elapsed / FLICKS;
    this.before = row[start + 4]! / FLICKS;
    this.duration = duration < 0 ? undefined : duration / FLICKS;
    this.at = row[start + 6]! / FLICKS;
    this.lateness = row[start + 7]! / FLICKS;
    this.reason = REASONS[(flags >> 2) & 7]!;
    this.role = ROLES[(flags >> 5) & 3]!;
  }

  /** The time until the entry ends; `undefined` if that is not known. */
  get remaining(): number | undefined {
    // In flicks, so that the difference is exact.
    return this.duration === undefined
      ? undefined
      : (Math.round(this.duration * FLICKS) - Math.round(this.elapsed * FLICKS)) / FLICKS;
  }

  /** The exact time at which the entry began to show, whatever step calls it. */
  get start(): number {
    return (Math.round(this.at * FLICKS) - Math.round(this.elapsed * FLICKS)) / FLICKS;
  }

  /** The eased progress. */
  eased(name: EasingName): number {
    return eased(easing(name), this.progress);
  }

  /** The progress at which a display with this preference draws the entry, if it is decorative: you know by its payload. */
  reduced(preference: MotionPreference): number {
    const shown = motionShown(preference, this.elapsed, this.duration);
    return this.duration! > 0 && !this.ended ? Math.min(shown / this.duration!, 1) : this.progress;
  }
}

/** What happened to an entry. */
export interface QueueEvent {
  readonly kind: (typeof KINDS)[number];
  readonly id: EntryId;
  /** The number of a cue. */
  readonly cue: number;
  /** The time at which it was due, in milliseconds, and how long before the end of the step that was. */
  readonly due: number;
  readonly lateness: number;
  readonly reason: Reason;
}

/** One line of the agenda. */
export interface Upcoming<T> {
  readonly id: EntryId;
  readonly payload: T;
  readonly role: Role;
  /** When it shows, in milliseconds; `undefined` if an entry before it has no known end. */
  readonly start: number | undefined;
  readonly duration: number | undefined;
}

/** The numbers of one call in `Updates.raw`. */
const WIDTH = 8;

/**
 * The calls of one step, in order: decoded while a loop goes over them, valid until the next step of the queue.
 */
export class Updates<T> implements Iterable<Update<T>> {
  readonly length: number;
  readonly #queue: Queue<T>;
  readonly #step: number;

  /** @internal */
  constructor(queue: Queue<T>, step: number, length: number) {
    this.#queue = queue;
    this.#step = step;
    this.length = length;
  }

  /**
   * The numbers behind the calls, without a copy: for each the id, the number, flags (bit 0 started, bit 1 ended), elapsed,
   * elapsed before, duration (-1 if not known), time and lateness, in flicks (705,600 to a millisecond). The view is empty
   * after the memory of the module has grown, so take it again in each step.
   */
  get raw(): Float64Array {
    return this.#queue.rowsOf(this.#step, this.length);
  }

  at(index: number): Update<T> | undefined {
    const place = index < 0 ? index + this.length : index;
    if (!(place >= 0 && place < this.length)) return undefined;
    return this.#queue.updateAt(this.raw, place);
  }

  *[Symbol.iterator](): Iterator<Update<T>> {
    let rows: Float64Array | undefined;
    for (let place = 0; place < this.length; place++) {
      rows = this.#queue.rowsOf(this.#step, this.length, rows);
      yield this.#queue.updateAt(rows, place);
    }
  }
}

/** Called for each entry in a step. What it queues in an entry's last call starts at the exact end of that entry. */
export type OnUpdate<T> = (update: Update<T>, queue: Queue<T>) => void;

const registry = new FinalizationRegistry<number>((address) => wasm().q_free(address));
const encoder = new TextEncoder();

/**
 * A schedule that grows while it plays: epochs of entries, a background, skips. Payloads are any values of JavaScript.
 *
 * ```js
 * const queue = new Queue();
 * queue.enqueue('attack', 300);
 * queue.concurrently('damage', 500);
 * queue.enqueue('counter-attack', 300); // after both
 * for (const update of queue.advance(100)) console.log(update.payload, update.progress);
 * ```
 */
export class Queue<T = unknown> extends Handle {
  #payloads = new Map<EntryId, T>();
  /** Entries that have ended in the last step: their payloads are still shown. */
  #ended: EntryId[] = [];
  /** The commands of the callback that runs. */
  #commands = 0;
  #stepping = false;
  /** Whether entries may have gone without a last call. */
  #dropped = false;
  #step = 0;
  #waiting: Map<EntryId, { resolve: (reason: Reason) => void; reject: (error: CuelineError) => void; promise: Promise<Reason> }> | undefined;

  constructor(options: { at?: number } = {}) {
    super(fresh(() => wasm().q_new(flicks(options?.at ?? 0, 'Queue'))), registry);
  }

  /** Gives the entries their payloads. @internal */
  protected adopt(payloads: Iterable<[EntryId, T]>): void {
    this.#payloads = new Map(payloads);
  }

  protected override drop(address: number): void {
    if (this.#stepping) throw this.#busy('free');
    wasm().q_free(address);
    const error = new CuelineError('freed', 'finished', 'a queue that was freed', 'one that plays to the end of the entry');
    this.#waiting?.forEach(({ reject }) => reject(error));
    this.#waiting = undefined;
    this.#payloads.clear();
  }

  #busy(what: string): CuelineError {
    return new CuelineError('busy', `Queue.${what}`, 'a call inside of a callback of this queue', 'a call between two steps');
  }

  /** The address, for a call that must wait until no step runs. */
  #idle(what: string): number {
    if (this.#stepping) throw this.#busy(what);
    return this.address;
  }

  #add(door: number, payload: T, duration: Duration, options: EntryOptions | undefined, other = 0): EntryId {
    const address = this.address;
    const span = duration === 'open' ? -1 : Math.max(flicks(duration, 'duration'), 0);
    const delay = options?.delay === undefined ? 0 : flicks(options.delay, 'delay');
    const number = options?.number === undefined
      ? typeof payload === 'number' && Number.isSafeInteger(payload) && payload >= 0 ? payload : 0
      : whole(options.number, 'number');
    const { q_add, c_add } = wasm();
    if (this.#stepping && this.#commands === 0) throw this.#busy('enqueue');
    const id = this.#commands === 0
      ? q_add(address, door, other, span, delay, number)
      : c_add(this.#commands, door, other, span, delay, number);
    this.#payloads.set(id, payload);
    return id;
  }

  /** Queues an entry in a new epoch, which starts when the previous epoch has ended, or now. */
  enqueue(payload: T, duration: Duration = 0, options?: EntryOptions): EntryId {
    return this.#add(0, payload, duration, options);
  }
  /** Queues an entry that joins the last epoch. */
  concurrently(payload: T, duration: Duration = 0, options?: EntryOptions): EntryId {
    return this.#add(1, payload, duration, options);
  }
  /** Queues an entry that starts with the last epoch and that nothing waits for. `Infinity` shows until it is cancelled. */
  background(payload: T, duration: Duration = 0, options?: EntryOptions): EntryId {
    return duration === Infinity ? this.#add(3, payload, 0, options) : this.#add(2, payload, duration, options);
  }
  /** Queues an entry for which the entries queued after it wait. */
  blocking(payload: T, duration: Duration = 0, options?: EntryOptions): EntryId {
    return this.#add(4, payload, duration, options);
  }
  /** Queues an entry that starts with the next blocking one. */
  nonBlocking(payload: T, duration: Duration = 0, options?: EntryOptions): EntryId {
    return this.#add(5, payload, duration, options);
  }
  /** Starts an entry now; nothing waits for it. */
  now(payload: T, duration: Duration = 0, options?: EntryOptions): EntryId {
    return this.#add(6, payload, duration, options);
  }
  /** Starts an entry at the exact end of another one, or now if that has ended. */
  after(predecessor: EntryId, payload: T, duration: Duration = 0, options?: EntryOptions): EntryId {
    return this.#add(7, payload, duration, options, whole(predecessor, 'after'));
  }

  /** Closes the last epoch: the next `concurrently` or `background` opens a new one. */
  newEpoch(): void {
    const address = this.address;
    if (this.#commands !== 0) wasm().c_epoch(this.#commands);
    else if (this.#stepping) throw this.#busy('newEpoch');
    else wasm().q_epoch(address);
  }

  /** Names the next epoch, so that a skip can end there. */
  label(name: string): void {
    const address = this.address;
    const bytes = textOf(name, 'label');
    if (this.#commands !== 0) withBytes(bytes, (start, length) => wasm().c_label(this.#commands, start, length));
    else if (this.#stepping) throw this.#busy('label');
    else withBytes(bytes, (start, length) => wasm().q_label(address, start, length));
  }

  /** Whether an epoch with this label is still to come. */
  isAhead(label: string): boolean {
    const address = this.#idle('isAhead');
    return withBytes(textOf(label, 'isAhead'), (start, length) => wasm().q_ahead(address, start, length) !== 0);
  }

  /**
   * Plays on by `ms` milliseconds: crosses the border to the module once. With a callback, calls it for each entry at once;
   * what the callback queues in an entry's last call starts at the exact end of that entry, in the same step. An exception of
   * the callback is thrown when the step has ended.
   */
  advance(ms: number, callback?: OnUpdate<T>): Updates<T> {
    const by = flicks(ms, 'advance');
    if (by < 0) throw new CuelineError('argument', 'advance', ms, 'milliseconds of 0 or more');
    return this.#run('advance', callback, (address, calls) => wasm().q_advance(address, by, calls));
  }

  /** Plays everything to its end at once. Open entries end, too. */
  finish(callback?: OnUpdate<T>): Updates<T> {
    return this.skip('end', callback);
  }

  /** Plays on to the end of the epoch, the next moment, the next open entry, a label or the end of the queue, at once. */
  skip(until: Until, callback?: OnUpdate<T>): Updates<T> {
    const place = typeof until === 'string' ? ['end', 'epoch', 'moment', 'open'].indexOf(until) : -1;
    const label = place < 0 ? (until as { label?: unknown } | null)?.label : '';
    if (typeof label !== 'string') {
      throw new CuelineError('argument', 'skip', until, "'end', 'epoch', 'moment', 'open' or { label }");
    }
    const step = (address: number, calls: number) =>
      withBytes(encoder.encode(label), (start, length) => wasm().q_skip(address, place < 0 ? 4 : place, start, length, calls));
    return this.#run('skip', callback, step, label);
  }

  #run(what: string, callback: OnUpdate<T> | undefined, step: (address: number, calls: number) => number, label = ''): Updates<T> {
    const address = this.#idle(what);
    if (callback !== undefined && typeof callback !== 'function') {
      throw new CuelineError('argument', what, callback, 'a function that takes an update');
    }
    this.#sweep();
    this.#step++;
    this.#stepping = true;
    let thrown: { error: unknown } | undefined;
    let count: number;
    try {
      if (callback === undefined) count = step(address, 0);
      else {
        const call = (commands: number, row: number): void => {
          if (thrown !== undefined) return;
          const update = this.updateAt(floats(row, WIDTH), 0);
          this.#commands = commands;
          try {
            callback(update, this);
          } catch (error) {
            thrown = { error };
          } finally {
            this.#commands = 0;
          }
        };
        count = during(call, () => step(address, 1));
      }
    } finally {
      this.#stepping = false;
    }
    if (count > 0) {
      const rows = floats(wasm().q_rows(address), count * WIDTH);
      for (let start = 0; start < rows.length; start += WIDTH) {
        if ((rows[start + 2]! & 2) !== 0) this.#ended.push(rows[start]!);
      }
    }
    if (this.#waiting !== undefined) this.#settle();
    if (thrown !== undefined) throw thrown.error;
    if (count < 0) throw this.#cut(address, count, what, label);
    return new Updates(this, this.#step, count);
  }

  #cut(address: number, code: number, what: string, label: string): CuelineError {
    this.#dropped = true;
    const [at = 0, counted = 0] = floats(wasm().q_cut(address), 2);
    switch (code) {
      case -2:
        return new CuelineError('runaway', what, `${counted} entries without duration that queued one another at ${at / FLICKS} ms`, 'entries that take time');
      case -4:
        return new CuelineError('runaway', what, `a skip that queued ${counted} entries`, 'a chain that ends');
      case -5:
        return new CuelineError('unknown-label', what, label, 'a label of an epoch that has not started');
      default:
        return new CuelineError('argument', what, code, 'a step that the queue can play');
    }
  }

  /** Forgets the payloads of entries that were shown for the last time. */
  #sweep(): void {
    for (const id of this.#ended) this.#payloads.delete(id);
    this.#ended.length = 0;
    if (!this.#dropped) return;
    this.#dropped = false;
    const { q_entry } = wasm();
    for (const id of this.#payloads.keys()) if (q_entry(this.address, 3, id) === 0) this.#payloads.delete(id);
  }

  /** The call at a place of the rows. @internal */
  updateAt(rows: Float64Array, place: number): Update<T> {
    const start = place * WIDTH;
    return new Update(rows, start, this.#payloads.get(rows[start]!) as T);
  }

  /** The rows of a step: the view that was taken before, unless the memory has grown. @internal */
  rowsOf(step: number, length: number, taken?: Float64Array): Float64Array {
    if (step !== this.#step) {
      throw new CuelineError('stale-updates', 'Updates', 'a step that another step has replaced', 'updates of the last step');
    }
    const address = this.address;
    return taken?.length ? taken : floats(wasm().q_rows(address), length * WIDTH);
  }

  #entry(what: 'release' | 'finishEntry' | 'cancel', number: number, id: EntryId): boolean {
    whole(id, what);
    const address = this.address;
    if (what === 'cancel' || what === 'finishEntry') this.#dropped = true;
    if (this.#commands !== 0) {
      wasm().c_entry(this.#commands, number, id);
      return this.#payloads.has(id);
    }
    return wasm().q_entry(this.#stepping ? this.#idle(what) : address, number, id) !== 0;
  }

  /** Ends an open entry: a choice was made, a server has answered. `false` if the entry has ended or is not open. */
  release(id: EntryId): boolean {
    return this.#entry('release', 0, id);
  }
  /** Ends one entry in its end state. `false` if it has ended. */
  finishEntry(id: EntryId): boolean {
    return this.#entry('finishEntry', 1, id);
  }
  /** Drops one entry without a last call; entries that waited for it start. `false` if it has ended. */
  cancel(id: EntryId): boolean {
    return this.#entry('cancel', 2, id);
  }
  /** Drops everything without a call. */
  flush(): void {
    const address = this.address;
    this.#dropped = true;
    if (this.#commands !== 0) wasm().c_flush(this.#commands);
    else wasm().q_flush(this.#stepping ? this.#idle('flush') : address);
  }
  /** Only in a callback: marks a moment of the entry that is called, `ms` after it began to show, among the events. */
  cue(ms: number, cue: number): void {
    const at = flicks(ms, 'cue');
    whole(cue, 'cue', 0xffff_ffff);
    if (this.#commands === 0) throw new CuelineError('busy', 'cue', 'a call between two steps', 'a call inside of a callback');
    wasm().c_cue(this.#commands, at, cue);
  }

  /** Whether an entry plays or waits. */
  has(id: EntryId): boolean {
    return wasm().q_entry(this.#idle('has'), 3, whole(id, 'has')) !== 0;
  }
  /** The payload of an entry that plays or waits. */
  payload(id: EntryId): T | undefined {
    return this.has(id) ? this.#payloads.get(id) : undefined;
  }
  /** How many entries play or wait. */
  get length(): number {
    return wasm().q_len(this.#idle('length'));
  }
  get isEmpty(): boolean {
    return this.length === 0;
  }
  /** The time of the queue in milliseconds: the sum of all steps. */
  get time(): number {
    return wasm().q_time(this.#idle('time')) / FLICKS;
  }
  /** The next time at which something starts or ends; `undefined` if none is known. */
  get nextMoment(): number | undefined {
    return known(wasm().q_next(this.#idle('nextMoment')));
  }

  /** What the last step started, ended and cued, in order of time. */
  *events(): Generator<QueueEvent> {
    for (const event of this.#events()) yield event;
  }

  #events(): QueueEvent[] {
    const address = this.#idle('events');
    const count = wasm().q_events(address);
    const rows = floats(wasm().q_listed(address), count * WIDTH);
    return Array.from({ length: count }, (_, place) => {
      const [id, cue, flags, , , , due, lateness] = rows.subarray(place * WIDTH) as unknown as number[];
      return {
        kind: KINDS[(flags! >> 7) & 3]!, id: id!, cue: cue!, due: due! / FLICKS, lateness: lateness! / FLICKS,
        reason: REASONS[(flags! >> 2) & 7]!,
      };
    });
  }

  /** What plays and what is to come, with the times that are known. */
  agenda(): Upcoming<T>[] {
    const address = this.#idle('agenda');
    const count = wasm().q_agenda(address);
    const rows = floats(wasm().q_listed(address), count * WIDTH);
    return Array.from({ length: count }, (_, place) => {
      const [id, , flags, , , duration, start] = rows.subarray(place * WIDTH) as unknown as number[];
      return {
        id: id!, payload: this.#payloads.get(id!) as T, role: ROLES[(flags! >> 5) & 3]!,
        start: known(start!), duration: known(duration!),
      };
    });
  }

  /** What shows at a time between the last step and the next moment, without an effect: for drawing between two ticks. */
  sample(ms: number): Update<T>[] {
    const address = this.#idle('sample');
    const count = wasm().q_sample(address, flicks(ms, 'sample'));
    const rows = floats(wasm().q_listed(address), count * WIDTH);
    return Array.from({ length: count }, (_, place) => this.updateAt(rows, place));
  }

  /** Settles with the reason when an entry has ended. */
  finished(id: EntryId): Promise<Reason> {
    if (!this.has(id)) {
      return Promise.reject(new CuelineError('stale-entry', 'finished', id, 'the id of an entry that plays or waits'));
    }
    this.#waiting ??= new Map();
    let waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      let resolve!: (reason: Reason) => void;
      let reject!: (error: CuelineError) => void;
      const promise = new Promise<Reason>((yes, no) => ([resolve, reject] = [yes, no]));
      waiting = { resolve, reject, promise };
      this.#waiting.set(id, waiting);
    }
    return waiting.promise;
  }

  #settle(): void {
    for (const { kind, id, reason } of this.#events()) {
      if (kind !== 'end') continue;
      this.#waiting?.get(id)?.resolve(reason);
      this.#waiting?.delete(id);
    }
    if (this.#waiting?.size === 0) this.#waiting = undefined;
  }

  /** A copy of the whole state; payloads are shared. Keep copies to roll back. */
  clone(): this {
    const address = wasm().q_clone(this.#idle('clone'));
    this.#sweep();
    const copy = over(address, () => Reflect.construct(Queue, [], this.constructor) as this);
    copy.adopt(this.#payloads);
    return copy;
  }

  /** Takes over the state of a copy, which stays as it is. */
  restore(copy: Queue<T>): void {
    if (!(copy instanceof Queue)) throw new CuelineError('argument', 'restore', copy, 'a queue');
    const address = this.#idle('restore');
    const taken = wasm().q_clone(copy.#idle('restore'));
    wasm().q_swap(address, taken);
    wasm().q_free(taken);
    this.#payloads = new Map(copy.#payloads);
    this.#ended = [...copy.#ended];
    this.#step++;
  }

  /** Whether two queues are in the same state; payloads count by their numbers. */
  equals(other: Queue<T>): boolean {
    if (!(other instanceof Queue)) throw new CuelineError('argument', 'equals', other, 'a queue');
    return wasm().q_equal(this.#idle('equals'), other.#idle('equals')) !== 0;
  }

  /** A hash of the whole state, the same on every machine and in every language. */
  digest(): bigint {
    return BigInt.asUintN(64, wasm().q_digest(this.#idle('digest')));
  }

  /** A readable picture of the queue, for a log: its time and its agenda. */
  toJSON(): { time: number; entries: Upcoming<T>[] } {
    return { time: this.time, entries: this.agenda() };
  }
}

function known(flicks: number): number | undefined {
  return flicks < 0 ? undefined : flicks / FLICKS;
}

function textOf(text: string, what: string): Uint8Array {
  if (typeof text !== 'string') throw new CuelineError('argument', what, text, 'a text');
  return encoder.encode(text);
}

