import { CuelineError } from './error.ts';
import { KINDS, REASONS, type Reason } from './event.ts';
import { Handle, clipsWasm, floats, fresh, over, said, savedBytes, withBytes } from './runtime.ts';
import { addressOfSave } from './saved.ts';
import { FLICKS, flicks, fraction, whole, type Speed } from './units.ts';

export { CuelineError, type CuelineErrorCode } from './error.ts';
export type { Reason } from './event.ts';
export type { Speed } from './units.ts';

const libraries = new FinalizationRegistry<number>((address) => clipsWasm().lib_free(address));
const contents = new FinalizationRegistry<number>((address) => clipsWasm().what_free(address));
const players = new FinalizationRegistry<number>((address) => clipsWasm().player_free(address));
/** Keeps an address to the classes of this module. */
const inner = Symbol();
const encoder = new TextEncoder();

function text(value: string, what: string): Uint8Array {
  if (typeof value !== 'string') throw new CuelineError('argument', what, value, 'a text');
  return encoder.encode(value);
}

/**
 * Clips, timelines and flipbooks of packs. The command `cueline pack` makes a pack, and so does `pack()` of `@cueline/core/files`.
 *
 * ```js
 * const clips = new Clips().load('door.cuepack', new Uint8Array(await (await fetch('door.cuepack')).arrayBuffer()));
 * const open = clips.clip('open');
 * ```
 */
export class Clips extends Handle {
  constructor() {
    super(clipsWasm().lib_new(), libraries);
  }
  protected override drop(address: number): void {
    clipsWasm().lib_free(address);
  }
  #said(): string {
    const { lib_said, lib_said_length } = clipsWasm();
    return said(lib_said(this.address), lib_said_length(this.address));
  }
  /**
   * Loads a pack from its bytes. A pack of the same name is replaced; what was taken out of it stays as it is. Throws
   * `damaged-file` for what is no pack, or one of another version.
   */
  load(name: string, pack: Uint8Array): this {
    return this.loadBytes(name, pack, 'a Uint8Array with a pack; the Clips of @cueline/core/files read texts');
  }
  /** @internal */
  protected loadBytes(name: string, content: unknown, needed: string): this {
    if (!(content instanceof Uint8Array)) throw new CuelineError('argument', 'load', content, needed);
    const { lib_load } = clipsWasm();
    const address = this.address;
    const loaded = withBytes(text(name, 'name'), (name, nameLength) =>
      withBytes(content, (start, length) => lib_load(address, name, nameLength, start, length)));
    if (loaded === 0) throw new CuelineError('damaged-file', 'load', name, this.#said());
    return this;
  }
  #names(kind: number): string[] {
    clipsWasm().lib_names(this.address, kind);
    return this.#said().split('\0').slice(0, -1);
  }
  /** The full names of all clips: `door.ron#open`. */
  get clipNames(): string[] {
    return this.#names(0);
  }
  /** The full names of all timelines. */
  get timelineNames(): string[] {
    return this.#names(1);
  }
  /** The full names of all flipbooks. */
  get flipbookNames(): string[] {
    return this.#names(2);
  }
  #find(kind: number, name: string): number {
    const address = this.address;
    const found = withBytes(text(name, 'name'), (start, length) => clipsWasm().lib_find(address, kind, start, length));
    if (found === 0) throw new CuelineError('unknown-name', ['clip', 'timeline', 'flipbook'][kind]!, name, `the name of one that is loaded: ${this.#said() || 'there is none'}`);
    return found;
  }
  /** A clip by its name, or by its full name. Throws `unknown-name`. */
  clip(name: string): Clip {
    return new Clip(inner, this.#find(0, name), name);
  }
  /** A timeline by its name, or by its full name. Throws `unknown-name`. */
  timeline(name: string): Timeline {
    return new Timeline(inner, this.#find(1, name), name);
  }
  /** A flipbook by its name, or by its full name. Throws `unknown-name`. */
  flipbook(name: string): Flipbook {
    return new Flipbook(inner, this.#find(2, name), name);
  }
}

/** A property of a clip or timeline. */
export interface Property {
  readonly name: string;
  /** The place of its first number in what `sample` returns. */
  readonly first: number;
  /** How many numbers it has; 0 for a text. */
  readonly count: number;
}

/** What a player plays: a clip, a timeline or a flipbook. */
export abstract class Playable extends Handle {
  #properties: ReadonlyMap<string, Property> | undefined;

  /** The name by which it was found: what a save of a game keeps beside that of a player. */
  readonly name: string;

  /** @internal */
  constructor(key: symbol, address: number, name: string) {
    if (key !== inner) throw new CuelineError('argument', 'new', 'a call of the constructor', '`clip`, `timeline` or `flipbook` of `Clips`');
    super(address, contents);
    this.name = name;
  }
  protected override drop(address: number): void {
    clipsWasm().what_free(address);
  }
  /** Milliseconds of one pass; `undefined` if it has no end. */
  get duration(): number | undefined {
    const duration = clipsWasm().what_duration(this.address);
    return duration < 0 ? undefined : duration / FLICKS;
  }
  /** What the last call said. @internal */
  said(): string {
    const { what_said, what_said_length } = clipsWasm();
    return said(what_said(this.address), what_said_length(this.address));
  }
  /** The properties by name, sorted. */
  get properties(): ReadonlyMap<string, Property> {
    if (this.#properties !== undefined) return this.#properties;
    const start = clipsWasm().what_properties(this.address);
    const names = this.said().split('\0').slice(0, -1);
    const counts = floats(start, names.length);
    let first = 0;
    return (this.#properties = new Map(names.map((name, index) => {
      const count = Math.max(counts[index]!, 0);
      const property = { name, first, count };
      first += count;
      return [name, property];
    })));
  }
  /**
   * The numbers of all properties at a time, in milliseconds: one call for all that a frame draws. The view is valid until the next
   * call for this object.
   */
  sample(at: number): Float64Array {
    let length = 0;
    for (const { count } of this.properties.values()) length += count;
    return floats(clipsWasm().what_sample(this.address, flicks(at, 'at')), length);
  }
  #property(name: string): Property {
    const property = this.properties.get(name);
    if (property === undefined) {
      throw new CuelineError('unknown-name', 'property', name, [...this.properties.keys()].join(', ') || 'none: it has no properties');
    }
    return property;
  }
  /** The numbers of one property at a time: x, y, z, w; r, g, b, a; 1 or 0 of a switch. Empty for a text. */
  value(name: string, at: number): number[] {
    const { first, count } = this.#property(name);
    return [...this.sample(at).subarray(first, first + count)];
  }
  /** The text of a property at a time; empty if it holds numbers. */
  text(name: string, at: number): string {
    const place = [...this.properties.keys()].indexOf(this.#property(name).name);
    clipsWasm().what_text(this.address, place, flicks(at, 'at'));
    return this.said();
  }
}

/** Tracks and cues under one name. */
export class Clip extends Playable {}

/** Tweens, clips, cues and pauses, arranged in time. */
export class Timeline extends Playable {}

/** Pictures that show one after the other. */
export class Flipbook extends Playable {
  /** The picture that shows at `now`, in a flipbook that began at `start`. */
  frameAt(start: number, now: number): number {
    return clipsWasm().what_frame(this.address, flicks(start, 'start'), flicks(now, 'now')) >>> 0;
  }
}

/** How something plays. */
export interface PlayOptions {
  /** When it starts by your clock, in milliseconds; may be past. */
  at: number;
  delay?: number;
  /** 1 if left out; below zero it runs backward. */
  speed?: Speed;
  /** The part that plays, in milliseconds. */
  range?: readonly [from: number, to: number];
  /** How many passes; 1 if left out, `Infinity` for endless ones. */
  times?: number;
  /** Whether every other pass runs back. */
  pingPong?: boolean;
  /** Milliseconds over which its weight rises from 0 to `weight`. */
  fadeIn?: number;
  /** How far it covers the players before it in `blend`: 1, if left out, is all; 0 is nothing. */
  weight?: number;
}

/** Something that happened, at its exact time. */
export interface PlayerEvent {
  readonly kind: (typeof KINDS)[number];
  /** When it was due by your clock, and how long before the step that reports it, in milliseconds. */
  readonly due: number;
  readonly lateness: number;
  /** The name of the cue, if it is one that has a name. */
  readonly cue?: string;
  /** The number of a call in a timeline, or of the cue in its clip. */
  readonly number: number;
  /** The item of a timeline; 0 is the whole. */
  readonly item: number;
  readonly reason: Reason;
  readonly backward: boolean;
  /** How many passes had ended. */
  readonly loop: number;
}

const PHASES = ['waiting', 'playing', 'ended'] as const;
const POLICIES = ['silent', 'state', 'all'] as const;

/** A weight in the steps of the module. */
function weightOf(weight: number): number {
  const steps = typeof weight === 'number' ? Math.round(weight * 65536) : NaN;
  if (!(steps >= 0 && steps < 2 ** 32)) throw new CuelineError('argument', 'weight', weight, 'a number of 0 or more, and below 65536');
  return steps;
}

/** The address of a player that begins. */
function begun(what: Playable, options: PlayOptions): number {
  const { at, delay = 0, speed = 1, range, times = 1, pingPong = false, fadeIn = 0, weight = 1 } = options ?? {};
  const passes = times === Infinity ? 0 : whole(times, 'times');
  if (times === 0) throw new CuelineError('argument', 'times', times, 'a number of passes above 0');
  if (range !== undefined && !Array.isArray(range)) throw new CuelineError('argument', 'range', range, '[from, to] in milliseconds');
  const [from, to] = range === undefined ? [1, 0] : [flicks(range[0], 'range'), flicks(range[1], 'range')];
  if (range !== undefined && to < from) throw new CuelineError('argument', 'range', range, 'an end that is not before its start');
  const address = clipsWasm().player_new(
    what.address, flicks(at, 'at'), flicks(delay, 'delay'), from, to, ...fraction(speed), passes, pingPong ? 1 : 0,
    flicks(fadeIn, 'fadeIn'), weightOf(weight),
  );
  if (address !== 0) return address;
  const needed = 'passes over something that has a duration, no backward passes over what is one way, and a fade that is not negative';
  throw new CuelineError('argument', 'Player', options, needed);
}

/**
 * One clip, timeline or flipbook that plays; free what it plays after it. Commands take the time of your clock, in milliseconds; step
 * up to it first.
 *
 * ```js
 * const player = new Player(clips.clip('open'), { at: now });
 * for (const { kind, cue } of player.step(now + 16)) if (kind === 'cue') play(cue);
 * const [angle] = player.value('angle', now + 16);
 * ```
 */
export class Player extends Handle {
  /** What plays. */
  readonly what: Playable;

  constructor(what: Playable, options: PlayOptions) {
    if (!(what instanceof Playable)) throw new CuelineError('argument', 'Player', what, 'a clip, timeline or flipbook');
    super(fresh(() => begun(what, options)), players);
    this.what = what;
  }

  /** The bytes of how far it is. What plays is not among them: keep its name. */
  save(): Uint8Array {
    const address = this.address;
    return savedBytes((length) => clipsWasm().player_save(address, length));
  }

  /**
   * The player of a save, and what it played. Throws `damaged-save`, `other-version`, or `other-content` if what is passed is not
   * what it played.
   */
  static load(bytes: Uint8Array, what: Playable): Player {
    if (!(what instanceof Playable)) throw new CuelineError('argument', 'load', what, 'the clip, timeline or flipbook that it played');
    const address = addressOfSave(bytes, (start, length) => {
      const found = clipsWasm().player_load(what.address, start, length);
      if (found === 0 && what.said() !== '') {
        throw new CuelineError('other-content', 'load', what.name, `what the saved player played, of digest ${what.said()}`);
      }
      return found;
    });
    return over(address, () => new Player(what, { at: 0 }));
  }

  protected override drop(address: number): void {
    clipsWasm().player_free(address);
  }
  #events(count: number): PlayerEvent[] {
    const { player_rows, player_cue, player_said, player_said_length } = clipsWasm();
    const rows = floats(player_rows(this.address), count * 8).slice();
    return Array.from({ length: count }, (_, index) => {
      const [kind, due, lateness, item, number, reason, backward, loop] = rows.subarray(index * 8) as unknown as number[];
      const named = kind === 1 && player_cue(this.address, index) !== 0;
      return {
        kind: KINDS[kind!]!, due: due! / FLICKS, lateness: lateness! / FLICKS, item: item!, number: number!,
        ...(named && { cue: said(player_said(this.address), player_said_length(this.address)) }),
        reason: REASONS[reason!]!, backward: backward !== 0, loop: loop!,
      };
    });
  }
  /** What became due up to `now`, in order. Two steps report the same as one over both; a step back reports nothing. */
  step(now: number): PlayerEvent[] {
    return this.#events(clipsWasm().player_step(this.address, flicks(now, 'now')));
  }
  /** Jumps to `elapsed` along all passes. `report` says which events between are reported; the start and the end always are. */
  seek(now: number, elapsed: number, report: 'silent' | 'state' | 'all' = 'state'): PlayerEvent[] {
    const policy = POLICIES.indexOf(report);
    if (policy < 0) throw new CuelineError('argument', 'report', report, "'silent', 'state' or 'all'");
    return this.#events(clipsWasm().player_seek(this.address, flicks(now, 'now'), flicks(elapsed, 'elapsed'), policy));
  }
  /** Jumps to the end, and reports all up to it as skipped. Throws `endless` for what has no end. */
  finish(now: number): PlayerEvent[] {
    const count = clipsWasm().player_finish(this.address, flicks(now, 'now'));
    if (count < 0) throw new CuelineError('endless', 'finish', 'a player without an end', 'a number of passes, and something that ends');
    return this.#events(count);
  }
  #do(what: number, now: number): number {
    return clipsWasm().player_do(this.address, what, flicks(now, 'now'));
  }
  /** Stands still from `now` on. */
  pause(now: number): void {
    this.#do(0, now);
  }
  /** Plays on: after a pause, or at a pause point of the timeline. */
  resume(now: number): void {
    this.#do(1, now);
  }
  /** Starts again. The next step reports the start again. */
  restart(now: number): void {
    this.#do(2, now);
  }
  /** Turns round, at the same speed. */
  reverse(now: number): void {
    if (this.#do(3, now) === 0) throw this.#oneWay();
  }
  /** Changes the speed; below zero it runs backward. */
  setSpeed(now: number, speed: Speed): void {
    if (clipsWasm().player_speed(this.address, flicks(now, 'now'), ...fraction(speed)) === 0) throw this.#oneWay();
  }
  #oneWay(): CuelineError {
    return new CuelineError('argument', 'speed', 'one that is below zero', 'one above zero: the timeline has an item that is one way');
  }
  /** Fades the weight to `weight` (0 is nothing, 1 covers all) over `over` milliseconds of the clock. */
  fadeTo(now: number, weight: number, over: number): void {
    clipsWasm().player_fade(this.address, flicks(now, 'now'), weightOf(weight), flicks(over, 'over'));
  }
  /** Fades out over `over` milliseconds of the clock, and then ends: as cancelled, if its own end comes later. */
  fadeOut(now: number, over: number): void {
    clipsWasm().player_leave(this.address, flicks(now, 'now'), flicks(over, 'over'));
  }
  /** How far it covers the players before it in `blend`, fades included; 1 is all. */
  weight(now: number): number {
    return clipsWasm().player_weight(this.address, flicks(now, 'now')) / 65536;
  }
  /** Moves to `elapsed` along all passes without any event, and pauses there: for a slider. */
  scrub(now: number, elapsed: number): void {
    clipsWasm().player_scrub(this.address, flicks(now, 'now'), flicks(elapsed, 'elapsed'));
  }
  /** The time of what plays at `now`, in milliseconds from its start. */
  position(now: number): number {
    return clipsWasm().player_position(this.address, flicks(now, 'now')) / FLICKS;
  }
  /** The pass at `now`, from 0. */
  pass(now: number): number {
    return clipsWasm().player_pass(this.address, flicks(now, 'now'));
  }
  /** Whether it waits for its start, plays (also while it is paused), or shows its end. */
  phase(now: number): 'waiting' | 'playing' | 'ended' {
    return PHASES[clipsWasm().player_flags(this.address, flicks(now, 'now')) & 3]!;
  }
  /** Whether it is paused, or stands at a pause point. */
  get isPaused(): boolean {
    return (clipsWasm().player_flags(this.address, 0) & 8) !== 0;
  }
  /** Whether its end was reported. */
  get isOver(): boolean {
    return (clipsWasm().player_flags(this.address, 0) & 16) !== 0;
  }
  /** When the next event is due, in milliseconds; `undefined` if none is. */
  get nextDue(): number | undefined {
    const due = clipsWasm().player_due(this.address);
    return Number.isNaN(due) ? undefined : due / FLICKS;
  }
  /** The numbers of all properties at `now`; see `Playable.sample`. */
  sample(now: number): Float64Array {
    return this.what.sample(this.position(now));
  }
  /** The numbers of one property at `now`; see `Playable.value`. */
  value(name: string, now: number): number[] {
    return this.what.value(name, this.position(now));
  }
  /** The text of a property at `now`. */
  text(name: string, now: number): string {
    return this.what.text(name, this.position(now));
  }
  /** A number that is equal for equal states, on every machine and in every language. */
  digest(): bigint {
    return BigInt.asUintN(64, clipsWasm().player_digest(this.address));
  }
}

/**
 * The numbers of a property that several players write: each lies on top of those before it, by its weight, and the lowest counts
 * fully. So a player that fades in over another needs no fade of the other. Players that wait, that have no weight or that do not
 * have the property are left out; `undefined` if all are: the value of your own stays.
 *
 * ```js
 * const run = new Player(clips.clip('run'), { at: now, fadeIn: 200, times: Infinity });
 * const [x] = blend([walk, run], 'x', now + 50) ?? [0];
 * ```
 */
export function blend(players: readonly Player[], name: string, now: number): number[] | undefined {
  if (!Array.isArray(players) || !players.every((player) => player instanceof Player)) {
    throw new CuelineError('argument', 'blend', players, 'a list of players');
  }
  const addresses = Uint32Array.from(players, (player) => player.address);
  const at = flicks(now, 'now');
  const count = withBytes(new Uint8Array(addresses.buffer), (start, length) =>
    withBytes(text(name, 'name'), (name, nameLength) => clipsWasm().players_value(start, length, name, nameLength, at)));
  if (count === -1) throw new CuelineError('unknown-name', 'property', name, 'one that a player has');
  if (count === -2) throw new CuelineError('argument', 'property', name, 'numbers, of one kind in all players');
  return count === 0 ? undefined : [...floats(clipsWasm().player_numbers(addresses[0]!), count)];
}
