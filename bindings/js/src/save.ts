import { CuelineError } from './error.ts';
import { Motions as PlainMotions, Moving as PlainMoving } from './moving.ts';
import { Queue as PlainQueue, type EntryId } from './queue.ts';
import { over, savedBytes, wasm } from './runtime.ts';
import { addressOfSave } from './saved.ts';

export { CuelineError, type CuelineErrorCode } from './error.ts';
export { ease, easingNames, type EasingName } from './easing.ts';
export type { Reason } from './event.ts';
export type {
  Duration, EntryId, EntryOptions, OnUpdate, QueueEvent, Role, Until, Upcoming, Update, Updates,
} from './queue.ts';
export {
  moveAll, type GlideOptions, type Group, type MotionOptions, type NumbersOf, type SpringOptions, type ThrowOptions,
  type TweenOptions,
} from './moving.ts';

/** The queue of `@cueline/core`, which can be saved. */
export class Queue<T = unknown> extends PlainQueue<T> {
  /** The bytes of the whole state. Payloads are saved as their numbers. */
  save(): Uint8Array {
    void this.length; // refuses a freed queue, and a call inside of a callback
    return savedBytes((length) => wasm().q_save!(this.address, length));
  }

  /**
   * The queue of a save. `payload` gives the value for each number; without it the numbers are the payloads.
   */
  static load<T = number>(bytes: Uint8Array, payload?: (number: number, id: EntryId) => T): Queue<T> {
    const address = addressOfSave(bytes, (start, length) => wasm().q_load!(start, length));
    const queue = over(address, () => new Queue<T>());
    const revive = payload ?? ((number: number) => number as T);
    const { q_payload } = wasm();
    queue.adopt(queue.agenda().map(({ id }) => [id, revive(q_payload(queue.address, id), id)]));
    return queue;
  }
}

/** The motions of `@cueline/core`, which can be saved. */
export class Motions extends PlainMotions {
  /** The bytes of all values and their motions. */
  save(): Uint8Array {
    return saved(this.address);
  }

  /** The motions of a save. */
  static load(bytes: Uint8Array): Motions {
    return over(loaded(bytes), () => new Motions(0));
  }
}

/** The value of `@cueline/core`, which can be saved: as `Motions` of one value. */
export class Moving extends PlainMoving {
  /** The bytes of the value and its motion. */
  save(): Uint8Array {
    return saved(this.address);
  }

  /** The value of a save. */
  static load(bytes: Uint8Array): Moving {
    const address = loaded(bytes);
    const { m_free, m_len } = wasm();
    const length = m_len(address);
    if (length === 1) return over(address, () => new Moving(0));
    m_free(address);
    throw new CuelineError('damaged-save', 'load', `${length} values`, 'one value: `Motions` load many');
  }
}

function saved(motions: number): Uint8Array {
  return savedBytes((length) => wasm().m_save!(motions, length));
}

function loaded(bytes: Uint8Array): number {
  return addressOfSave(bytes, (start, length) => wasm().m_load!(start, length));
}
