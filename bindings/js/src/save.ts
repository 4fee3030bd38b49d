import { Motions as PlainMotions } from './moving.ts';
import { Queue as PlainQueue, type EntryId } from './queue.ts';
import { savedBytes, wasm } from './runtime.ts';
import { addressOfSave } from './saved.ts';

export { CuelineError, type CuelineErrorCode } from './error.ts';
export { ease, easingNames, type EasingName } from './easing.ts';
export type {
  Duration, EntryId, EntryOptions, OnUpdate, QueueEvent, Reason, Role, Until, Upcoming, Update, Updates,
} from './queue.ts';
export {
  Moving, moveAll, type GlideOptions, type Group, type MotionOptions, type NumbersOf, type SpringOptions, type ThrowOptions,
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
    const queue = Queue.of<Queue<T>, T>(address, []);
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
    const address = this.address;
    return savedBytes((length) => wasm().m_save!(address, length));
  }

  /** The motions of a save. */
  static load(bytes: Uint8Array): Motions {
    return Motions.of<Motions>(addressOfSave(bytes, (start, length) => wasm().m_load!(start, length)));
  }
}
