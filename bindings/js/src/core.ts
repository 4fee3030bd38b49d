export { CuelineError, type CuelineErrorCode } from './error.ts';
export { ease, easingNames, type EasingName } from './easing.ts';
export type { Reason } from './event.ts';
export { motionShown, systemMotion, type MotionPreference } from './motion.ts';
export {
  Queue, type Duration, type EntryId, type EntryOptions, type OnUpdate, type QueueEvent, type Role, type Until, type Upcoming, type Update, type Updates,
} from './queue.ts';
export {
  Moving, Motions, moveAll, type GlideOptions, type Group, type MotionOptions, type NumbersOf, type SpringOptions, type ThrowOptions,
  type TweenOptions,
} from './moving.ts';
