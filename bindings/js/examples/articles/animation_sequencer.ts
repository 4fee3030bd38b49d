// The AnimationSequencer of its article, over a queue of @cueline/core: the same interface, and no time is lost between two
// animations. An animation says how long it takes; the queue calls it with its progress.
import { Queue } from '@cueline/core';

export abstract class Animation {
  #state: 'waiting' | 'started' | 'complete' = 'waiting';

  /** Times in the unit of `tick`. */
  constructor(readonly time: number, readonly preDelay: number, readonly blocking: boolean) {}

  /** Shows the animation at a progress from 0 to 1. */
  protected abstract show(progress: number): void;

  start(): void {
    this.#state = 'started';
  }
  tick(_deltaT: number, progress = 0): void {
    this.show(progress);
  }
  finish(): void {
    this.#state = 'complete';
    this.show(1);
  }
  isStarted(): boolean {
    return this.#state !== 'waiting';
  }
  isComplete(): boolean {
    return this.#state === 'complete';
  }
  isBlocking(): boolean {
    return this.blocking;
  }
}

export class AnimationSequencer {
  readonly #queue = new Queue<Animation>();

  /** `unit`: how many milliseconds one unit of `tick` has; 1000 for seconds. */
  constructor(readonly unit = 1000) {}

  add(animation: Animation): void {
    const { time, preDelay } = animation;
    const door = animation.isBlocking() ? 'blocking' : 'nonBlocking';
    this.#queue[door](animation, time * this.unit, { delay: preDelay * this.unit });
  }
  tick(deltaT: number): void {
    for (const update of this.#queue.advance(deltaT * this.unit)) this.#show(update);
  }
  finish(): void {
    for (const update of this.#queue.finish()) this.#show(update);
  }
  clear(): void {
    this.#queue.flush();
  }
  get length(): number {
    return this.#queue.length;
  }
  #show({ payload, started, ended, progress, elapsed, before }: ReturnType<Queue<Animation>['sample']>[number]): void {
    if (started) payload.start();
    if (ended) payload.finish();
    else payload.tick((elapsed - before) / this.unit, progress);
  }
}

export interface Element { x: number; y: number }

export class LinearMove extends Animation {
  constructor(
    readonly element: Element, readonly startX: number, readonly startY: number, readonly endX: number, readonly endY: number,
    time: number, preDelay = 0, isBlocking = true,
  ) {
    super(time, preDelay, isBlocking);
  }
  protected override show(progress: number): void {
    this.element.x = this.startX + (this.endX - this.startX) * progress;
    this.element.y = this.startY + (this.endY - this.startY) * progress;
  }
}

/** Does its one thing, such as a sound, when its turn comes. */
export class Instant extends Animation {
  constructor(readonly effect: () => void, isBlocking = false) {
    super(0, 0, isBlocking);
  }
  override start(): void {
    super.start();
    this.effect();
  }
  protected override show(): void {}
}

/** What comes after it waits. */
export class BlockingDelay extends Animation {
  constructor(time: number) {
    super(time, 0, true);
  }
  protected override show(): void {}
}
