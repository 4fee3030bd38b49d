/** What went wrong, as a word that a program can compare. */
export type CuelineErrorCode =
  /** `await init()` has not ended yet. */
  | 'not-ready'
  /** The page or the browser refuses WebAssembly. */
  | 'wasm-refused'
  /** An argument of another kind, or out of its range. */
  | 'argument'
  /** The object was freed. */
  | 'freed'
  /** A callback calls something that has to wait for the end of the step. */
  | 'busy'
  /** The entry has ended, or never existed. */
  | 'stale-entry'
  /** The updates of a step that another step has replaced. */
  | 'stale-updates'
  /** Entries without a duration queued one another without end. */
  | 'runaway'
  /** No epoch ahead has this label. */
  | 'unknown-label'
  /** No clip, timeline, flipbook or property has this name. */
  | 'unknown-name'
  /** It never ends. */
  | 'endless'
  /** The file has problems; the message lists all of them. */
  | 'damaged-file'
  /** The bytes are no save. */
  | 'damaged-save'
  /** The save is of a player of something else than what is passed. */
  | 'other-content'
  /** The save was written by a later version. */
  | 'other-version';

/** Everything that this package throws: what was found, and what was needed instead. */
export class CuelineError extends Error {
  override readonly name = 'CuelineError';
  readonly code: CuelineErrorCode;
  /** What was found. */
  readonly found: unknown;
  /** What was needed instead. */
  readonly needed: string;

  constructor(code: CuelineErrorCode, what: string, found: unknown, needed: string, cause?: unknown) {
    super(`${what}: found ${shown(found)}, needed ${needed}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.found = found;
    this.needed = needed;
  }
}

function shown(found: unknown): string {
  if (typeof found === 'string') return JSON.stringify(found);
  if (typeof found === 'function') return 'a function';
  if (typeof found !== 'object' || found === null) return String(found);
  // `Array`, `Uint8Array`, `Object`: not the name of its class, which a minifier shortens to a letter.
  return Object.prototype.toString.call(found).slice(8, -1);
}
