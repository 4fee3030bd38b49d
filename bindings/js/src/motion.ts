import { CuelineError } from './error.ts';
import { FLICKS, flicks } from './units.ts';

/**
 * How much decorative motion a display shows: a setting of one player, as the system or the menu of the game has it.
 * `'reduced'`: it is over within a tenth of a second; `'none'`: it stands at its end as soon as it has started.
 */
export type MotionPreference = 'full' | 'reduced' | 'none';

/** What the player has asked the system for: `'reduced'` where the page matches `prefers-reduced-motion`, and else `'full'`. */
export function systemMotion(): MotionPreference {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'reduced' : 'full';
}

/** A tenth of a second. */
const SHORT = 100 * FLICKS;

/**
 * The milliseconds since its start at which a display with this preference draws a decorative motion, in place of `elapsed`.
 * A motion without a duration stands at its start. Times and events stay as they are.
 */
export function motionShown(preference: MotionPreference, elapsed: number, duration?: number): number {
  if (!['full', 'reduced', 'none'].includes(preference)) {
    throw new CuelineError('argument', 'motionShown', preference, "'full', 'reduced' or 'none'");
  }
  const now = flicks(elapsed, 'elapsed');
  const end = duration === undefined ? undefined : Math.max(flicks(duration, 'duration'), 0);
  if (preference === 'full' || now <= 0) return now / FLICKS;
  if (end === undefined) return 0;
  if (preference === 'none') return end / FLICKS;
  if (end <= SHORT) return Math.min(now, end) / FLICKS;
  // The product is beyond the whole numbers of an `f64`.
  return Number((BigInt(Math.min(now, SHORT)) * BigInt(end)) / BigInt(SHORT)) / FLICKS;
}
