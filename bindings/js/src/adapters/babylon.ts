// Keyed animations of Babylon.js, driven by the fixed steps of a deterministic scene instead of by the clock of the screen.
import { CuelineError, Queue } from '@cueline/core';

/** What this adapter needs of a scene, an animation and an object of Babylon.js. */
export interface StepScene {
  onBeforeStepObservable: { add(callback: () => void): unknown; remove(observer: never): unknown };
  getEngine(): { getTimeStep(): number };
}
export interface KeyedAnimation {
  readonly name: string;
  readonly framePerSecond: number;
  readonly targetPropertyPath: string[];
  readonly targetProperty: string;
  evaluate(frame: number): unknown;
  /** The frame of the last key. */
  getHighestFrame(): number;
  getEvents?(): { frame: number; action(frame: number): void }[];
}

/** Controls one animation, or one group. */
export interface SynchronousAnimation {
  /** The frame that shows. Together with the name of the animation it is what a save needs. */
  timer: number;
  paused: boolean;
  stoped: boolean;
  pause(): void;
  resume(): void;
  stop(): void;
  reset(): void;
}
/** A group has the timer of its first animation; it is paused or stopped once all of its animations are. */
export interface SynchronousGroup extends SynchronousAnimation {
  readonly timer: number;
  readonly paused: boolean;
  readonly stoped: boolean;
  readonly animatables: readonly SynchronousAnimation[];
}
interface Values {
  add?(other: Values): Values;
  subtract?(other: Values): Values;
  clone?(): Values;
}
type Holder = Record<string, unknown>;

/** What is between two values, so that several animations of one property add up. */
const difference = (to: unknown, from: unknown): unknown =>
  // `subtract` of a matrix changes the matrix itself, which may be a key.
  typeof to === 'number' ? to - (from as number) : (to as Values).clone!().subtract!(from as Values);
const sum = (value: unknown, change: unknown): unknown =>
  typeof value === 'number' ? value + (change as number) : (value as Values).add!(change as Values);

class Playing implements SynchronousAnimation {
  timer: number;
  paused = false;
  stoped = false;
  #shown: unknown;
  /** The frame up to which its events have happened. */
  #heard = -Infinity;

  constructor(
    readonly animation: KeyedAnimation, readonly object: Holder, readonly from: number, readonly to: number,
    readonly ended: () => void,
  ) {
    if (this.#holder?.[this.#name] === undefined) {
      throw new CuelineError('argument', 'beginAnimation', animation.targetProperty, 'a property that the object has');
    }
    this.timer = from;
    this.#shown = animation.evaluate(from);
  }
  get #name(): string {
    return this.animation.targetPropertyPath.at(-1)!;
  }
  /** What has the property: the object, or what lies in it now. */
  get #holder(): Holder | undefined {
    const path = this.animation.targetPropertyPath.slice(0, -1);
    return path.reduce((object, name) => object?.[name] as Holder | undefined, this.object as Holder | undefined);
  }
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
  }
  stop(): void {
    this.stoped = true;
  }
  reset(): void {
    this.put(this.from);
  }
  /** Plays on to a frame: shows it, and what happens up to it happens. */
  show(frame: number): void {
    const heard = this.#heard;
    this.put(frame, frame);
    for (const event of this.animation.getEvents?.() ?? []) {
      if (this.from <= event.frame && heard < event.frame && event.frame <= frame) event.action(frame);
    }
  }
  /** Shows a frame, up to which events have happened. A save and a reset of the first frame are before its own events. */
  put(frame: number, heard = frame > this.from ? frame : -Infinity): void {
    const holder = this.#holder!;
    const value = this.animation.evaluate(frame);
    holder[this.#name] = sum(holder[this.#name], difference(value, this.#shown));
    this.#shown = typeof value === 'object' ? (value as Values).clone!() : value;
    this.timer = frame;
    this.#heard = heard;
  }
}

/** Plays keyed animations by the steps of a scene with `deterministicLockstep`. */
export class SynchronousAnimations {
  readonly #queue = new Queue<Playing>();
  readonly #paused = new Map<Playing, number>();
  readonly #observer: unknown;
  readonly #ids = new Map<Playing, number>();

  constructor(readonly scene: StepScene) {
    this.#observer = scene.onBeforeStepObservable.add(() => this.#step());
  }

  /** Plays one animation on an object, from a frame to a frame. `animatable` may bring the `timer` of a save. */
  beginAnimation(animation: KeyedAnimation, object: object, startFrame: number, endFrame: number, onAnimationEnd?: () => void, animatable?: { timer: number }): SynchronousAnimation {
    const end = Math.min(endFrame, animation.getHighestFrame());
    const playing = new Playing(animation, object as Holder, startFrame, end, onAnimationEnd ?? (() => {}));
    if (animatable !== undefined) playing.timer = Math.min(Math.max(animatable.timer, startFrame), end);
    this.#start(playing); // refuses what is no number, before anything changes
    if (animatable !== undefined) playing.put(playing.timer);
    return playing;
  }

  /** Plays several animations on an object as a group, whose end is reported once. */
  beginDirectAnimation(animations: readonly KeyedAnimation[], object: object, startFrame: number, endFrame: number, onAnimationEnd?: () => void, animatable?: { timer: number }): SynchronousGroup {
    let left = animations.length;
    const ended = (): void => {
      if (--left === 0) onAnimationEnd?.();
    };
    const all = animations.map((animation) => this.beginAnimation(animation, object, startFrame, endFrame, ended, animatable));
    return {
      animatables: all,
      get timer() {
        return all[0]?.timer ?? startFrame;
      },
      get paused() {
        return all.every(({ paused }) => paused);
      },
      get stoped() {
        return all.every(({ stoped }) => stoped);
      },
      pause: () => all.forEach((one) => one.pause()),
      resume: () => all.forEach((one) => one.resume()),
      stop: () => all.forEach((one) => one.stop()),
      reset: () => all.forEach((one) => one.reset()),
    };
  }

  /** How many steps of the scene a frame of an animation has. The queue counts a step as a millisecond, which is exact. */
  #stepsOf({ animation }: Playing): number {
    const steps = 1000 / this.scene.getEngine().getTimeStep() / animation.framePerSecond;
    return Math.abs(steps - Math.round(steps)) < 1e-9 ? Math.round(steps) : steps;
  }

  #start(playing: Playing): void {
    const left = (playing.to - playing.timer) * this.#stepsOf(playing);
    this.#ids.set(playing, this.#queue.now(playing, Math.max(left, 0)));
  }

  #step(): void {
    for (const [playing, id] of this.#ids) {
      if ((playing.paused || playing.stoped) && this.#queue.cancel(id)) {
        this.#ids.delete(playing);
        if (!playing.stoped) this.#paused.set(playing, playing.timer);
      }
    }
    for (const playing of this.#paused.keys()) {
      if (playing.paused && !playing.stoped) continue;
      this.#paused.delete(playing);
      if (!playing.stoped) this.#start(playing);
    }
    // A reset starts again from its first frame.
    for (const { id, payload: playing, remaining = 0 } of this.#queue.sample(this.#queue.time)) {
      const due = playing.to - remaining / this.#stepsOf(playing);
      if (Math.abs(due - playing.timer) <= 1e-6) continue;
      this.#queue.cancel(id);
      this.#start(playing);
    }
    for (const { payload, ended, remaining = 0 } of this.#queue.advance(1)) {
      payload.show(ended ? payload.to : payload.to - remaining / this.#stepsOf(payload));
      if (!ended) continue;
      this.#ids.delete(payload);
      payload.ended();
    }
  }

  /** Forgets the scene. */
  free(): void {
    this.scene.onBeforeStepObservable.remove(this.#observer as never);
    this.#queue.free();
  }
}
