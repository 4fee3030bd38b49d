// The RenderPipeline of its article, over a queue of @cueline/core: the same interface, exact times, no lost callbacks.
import { Queue } from '@cueline/core';

export class RenderPipeline {
  #queue = new Queue();
  #data = new Map();

  enqueue(fn, ms = 0) {
    this.#queue.enqueue(fn, ms);
  }
  concurrently(fn, ms = 0) {
    this.#queue.concurrently(fn, ms);
  }
  background(fn, ms = 0) {
    this.#queue.background(fn, ms);
  }
  newEpoch() {
    this.#queue.newEpoch();
  }
  flush() {
    this.#queue.flush();
  }
  tick(ms = 0) {
    this.#queue.advance(ms, ({ payload: fn, progress: alpha, started: start, ended: end, duration, elapsed, remaining }) => {
      fn({ alpha, start, end, duration, elapsed, left: remaining, remaining });
    });
  }
  get length() {
    return this.#queue.length;
  }
  addData(name, value) {
    this.#data.set(name, value);
  }
  getData(name) {
    return this.#data.get(name);
  }
}
