import { CuelineError } from './error.ts';
import { Handle, bookWasm, withBytes } from './runtime.ts';
import { FLICKS, flicks, whole } from './units.ts';

export { CuelineError, type CuelineErrorCode } from './error.ts';

/** In which order the frames of a pass show; there and back, each direction is a pass. */
export type Order = 'forward' | 'reverse' | 'pingPong';
const ORDERS: readonly Order[] = ['forward', 'reverse', 'pingPong'];

export interface FlipbookOptions {
  /** `'forward'` if it is left out. */
  order?: Order;
  /** How many passes; without it, it is endless. */
  times?: number;
  /** Milliseconds into the first pass at which it starts, so that a crowd does not walk in step. */
  offset?: number;
}

const registry = new FinalizationRegistry<number>((address) => bookWasm().book_free(address));

/**
 * Frames that show one after the other: a function of two times, so a save needs only the start.
 *
 * ```js
 * const walk = new Flipbook(4, 100, { order: 'pingPong' });
 * walk.frameAt(start, now); // 0 1 2 3 2 1 0 1 ...
 * ```
 */
export class Flipbook extends Handle {
  /** A number of frames that all show for `hold` milliseconds. */
  constructor(frames: number, hold: number, options?: FlipbookOptions);
  /** For each frame, how many milliseconds it shows. */
  constructor(holds: readonly number[], options?: FlipbookOptions);
  constructor(frames: number | readonly number[], second?: number | FlipbookOptions, third?: FlipbookOptions) {
    const { order = 'forward', times, offset = 0 } = (Array.isArray(frames) ? (second as FlipbookOptions) : third) ?? {};
    const way = ORDERS.indexOf(order);
    if (way < 0) throw new CuelineError('argument', 'order', order, "'forward', 'reverse' or 'pingPong'");
    const passes = times === undefined ? 0 : whole(times, 'times', 0xffff_ffff);
    if (times === 0) throw new CuelineError('argument', 'times', times, 'a number of passes above 0');
    const rest = [way, passes, flicks(offset, 'offset')] as const;
    let address: number;
    if (Array.isArray(frames)) {
      const holds = Float64Array.from(frames, (hold: number) => flicks(hold, 'hold'));
      address = withBytes(new Uint8Array(holds.buffer), (start, length) => bookWasm().book_new(start, length, ...rest));
    } else {
      address = bookWasm().book_equal(whole(frames as number, 'frames', 0xffff_ffff), flicks(second as number, 'hold'), ...rest);
    }
    if (address === 0) throw new CuelineError('argument', 'Flipbook', frames, 'at least one frame, each with a time above 0');
    super(address, registry);
  }
  protected override drop(address: number): void {
    bookWasm().book_free(address);
  }

  /** The index of the frame that shows at `now`, in a flipbook that began at `start`. */
  frameAt(start: number, now: number): number {
    return bookWasm().book_at(this.address, flicks(start, 'start'), flicks(now, 'now')) >>> 0;
  }
  /** When another frame shows, in milliseconds; `undefined` if never. */
  nextChange(start: number, now: number): number | undefined {
    const next = bookWasm().book_next(this.address, flicks(start, 'start'), flicks(now, 'now'));
    return Number.isNaN(next) ? undefined : next / FLICKS;
  }
  /** Whether it has played all its passes. */
  isOver(start: number, now: number): boolean {
    return bookWasm().book_over(this.address, flicks(start, 'start'), flicks(now, 'now')) !== 0;
  }
  /** How long all passes take, in milliseconds; `undefined` if it is endless. */
  get duration(): number | undefined {
    const duration = bookWasm().book_duration(this.address);
    return duration < 0 ? undefined : duration / FLICKS;
  }
  /** How many frames it has. */
  get frames(): number {
    return bookWasm().book_frames(this.address) >>> 0;
  }
}
