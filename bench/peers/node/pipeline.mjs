// A queue of epochs as the RenderPipeline article describes it, in our own code: an object of closures for each entry,
// each of which counts its own time; what is over is cut out of its epoch, and an epoch that is empty off the list.
import { drain } from "./queue.mjs";

function entry(length, callback) {
  let elapsed = 0;
  const left = () => length - elapsed;
  const alpha = () => (elapsed < length ? elapsed / length : 1);
  const advance = (ms) => {
    elapsed += ms;
    callback(alpha(), left() <= 0);
  };
  return { advance, left };
}

class Pipeline {
  epochs = [];

  enqueue(length, callback) {
    this.epochs.push([entry(length, callback)]);
  }

  concurrently(length, callback) {
    this.epochs[this.epochs.length - 1].push(entry(length, callback));
  }

  get done() {
    return this.epochs.length === 0;
  }

  advance(ms) {
    while (this.epochs.length > 0 && ms > 0) {
      const epoch = this.epochs[0];
      let surplus = Infinity;
      for (let i = 0; i < epoch.length; ) {
        epoch[i].advance(ms);
        const left = epoch[i].left();
        if (left > 0) {
          i++;
        } else {
          surplus = Math.min(surplus, -left);
          epoch.splice(i, 1);
        }
      }
      if (epoch.length > 0) return;
      this.epochs.shift();
      ms = surplus;
    }
  }
}

export const W3 = drain(() => new Pipeline());
