// What one writes by hand: a queue of epochs of callbacks, the next when all of one have ended.
import { inParts, timed } from "./tweens.mjs";

class Queue {
  epochs = [];
  first = 0;
  elapsed = 0;

  enqueue(length, callback) {
    this.epochs.push([{ length, callback }]);
  }

  concurrently(length, callback) {
    this.epochs[this.epochs.length - 1].push({ length, callback });
  }

  get done() {
    return this.first === this.epochs.length;
  }

  advance(ms) {
    while (!this.done) {
      const before = this.elapsed;
      const to = before + ms;
      let longest = 0;
      for (const { length, callback } of this.epochs[this.first]) {
        if (before < length) callback(to < length ? to / length : 1, to >= length);
        if (length > longest) longest = length;
      }
      this.elapsed = to;
      if (to < longest) return;
      this.epochs[this.first++] = null;
      this.elapsed = 0;
      ms = to - longest;
      if (ms === 0) return;
    }
  }
}

// The work: how many together, a frame in milliseconds, and the lengths of all.
export const drain = (empty) => (kind, n, work) => {
  const [together, frame] = work;
  const lengths = work.subarray(2);
  let calls, ends, thousandths;
  const lap = () => {
    [calls, ends, thousandths] = [0, 0, 0];
    const queue = empty();
    for (let i = 0; i < n; i++) {
      const callback = (alpha, end) => {
        calls++;
        if (end) ends++;
        thousandths += Math.floor(alpha * 1000 + 0.5);
      };
      if (i % together === 0) queue.enqueue(lengths[i], callback);
      else queue.concurrently(lengths[i], callback);
    }
    return timed(() => {
      while (!queue.done) queue.advance(frame);
    });
  };
  return inParts(lap, () => [calls, ends, thousandths]);
};

export const W3 = drain(() => new Queue());
