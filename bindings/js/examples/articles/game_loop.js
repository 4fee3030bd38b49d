// The game loop of its article, over the fixed step of @cueline/core: the same interface, and time that is dropped is reported.
import { FixedStep } from '@cueline/core/time';

export class GameLoop {
  constructor({ update, draw, timestep = [60, 1], guard = 240, reset = false }) {
    this.update = update;
    this.draw = draw;
    this.step = new FixedStep(timestep, { maxTicks: guard, catchUp: reset ? 'reset' : { carry: Infinity } });
  }
  /** For `requestAnimationFrame`. */
  frame(timestamp) {
    const frame = this.step.frameAt(timestamp);
    for (let n = 0; n < frame.ticks; n++) this.update();
    this.draw(frame.alpha);
    return frame;
  }
}
