// Values in motion written to objects of three.js.
import type { Moving } from '@cueline/core';

interface Axes<T> {
  x?: T;
  y?: T;
  z?: T;
}
/** What may move of an object of three.js. */
export interface ThreeMotions {
  position?: Axes<Moving>;
  /** Angles in radians. */
  rotation?: Axes<Moving>;
  scale?: Axes<Moving>;
  /** Of its material. */
  opacity?: Moving;
}
/** What this adapter needs of an object. */
export interface ThreeObject {
  position: Required<Axes<number>>;
  rotation: Required<Axes<number>>;
  scale: Required<Axes<number>>;
  material?: unknown;
}

/** Writes motions to objects: call `update` once a frame. */
export class ThreeWriter {
  readonly #all = new Map<ThreeObject, ThreeMotions>();

  /** Lets an object follow motions, until it is removed. */
  add(object: ThreeObject, motions: ThreeMotions): void {
    this.#all.set(object, { ...this.#all.get(object), ...motions });
  }
  remove(object: ThreeObject): void {
    this.#all.delete(object);
  }
  /** Writes the values at a time in milliseconds. */
  update(at: number): void {
    for (const [object, motions] of this.#all) {
      for (const part of ['position', 'rotation', 'scale'] as const) {
        const axes = motions[part];
        if (axes === undefined) continue;
        for (const axis of ['x', 'y', 'z'] as const) {
          const moving = axes[axis];
          if (moving !== undefined) object[part][axis] = moving.value(at);
        }
      }
      if (motions.opacity !== undefined) (object.material as { opacity: number }).opacity = motions.opacity.value(at);
    }
  }
}
