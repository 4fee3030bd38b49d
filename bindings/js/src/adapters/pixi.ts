// Values in motion written to containers of PixiJS.
import type { Moving } from '@cueline/core';

/** What may move of a container of PixiJS. */
export interface PixiMotions {
  x?: Moving;
  y?: Moving;
  scale?: Moving;
  /** In radians. */
  rotation?: Moving;
  alpha?: Moving;
}
/** What this adapter needs of a container. */
export interface PixiContainer {
  x: number;
  y: number;
  rotation: number;
  alpha: number;
  scale: { set(value: number): unknown };
  readonly destroyed: boolean;
}

/** Writes motions to containers: call `update` once a frame, or in `app.ticker.add`. */
export class PixiWriter {
  readonly #all = new Map<PixiContainer, PixiMotions>();

  /** Lets a container follow motions, until it is destroyed. */
  add(container: PixiContainer, motions: PixiMotions): void {
    this.#all.set(container, { ...this.#all.get(container), ...motions });
  }
  remove(container: PixiContainer): void {
    this.#all.delete(container);
  }
  /** Writes the values at a time in milliseconds. */
  update(at: number): void {
    for (const [container, { x, y, scale, rotation, alpha }] of this.#all) {
      if (container.destroyed) {
        this.#all.delete(container);
        continue;
      }
      if (x !== undefined) container.x = x.value(at);
      if (y !== undefined) container.y = y.value(at);
      if (rotation !== undefined) container.rotation = rotation.value(at);
      if (alpha !== undefined) container.alpha = alpha.value(at);
      if (scale !== undefined) container.scale.set(scale.value(at));
    }
  }
}
