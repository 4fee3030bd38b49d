// A queue in the game loop of Phaser.
import type { OnUpdate, Queue } from '@cueline/core';

/** What this adapter needs of a scene. */
export interface PhaserScene {
  events: {
    on(name: string, callback: (time: number, delta: number) => void): unknown;
    off(name: string, callback: (time: number, delta: number) => void): unknown;
    once(name: string, callback: () => void): unknown;
  };
}

/**
 * Advances a queue in each update of a scene, by the time that Phaser passes, until the scene shuts down. A scene that is paused
 * or asleep gets no updates, so the queue waits as well. Returns a function that ends it.
 */
export function playInScene<T>(scene: PhaserScene, queue: Queue<T>, callback: OnUpdate<T>): () => void {
  const update = (_time: number, delta: number): void => {
    queue.advance(delta, callback);
  };
  const stop = (): unknown => scene.events.off('update', update);
  scene.events.on('update', update);
  scene.events.once('shutdown', stop);
  scene.events.once('destroy', stop);
  return () => void stop();
}
