import { CuelineError } from './error.ts';

/** The module counts time in flicks: 705,600 to a millisecond. */
export const FLICKS = 705_600;
/** The longest time: from there on an `f64` does not hold each flick. About 147 days. */
export const LONGEST = Number.MAX_SAFE_INTEGER / FLICKS;

/** Milliseconds in whole flicks. */
export function flicks(ms: number, what: string): number {
  if (typeof ms !== 'number' || !(Math.abs(ms) <= LONGEST)) {
    throw new CuelineError('argument', what, ms, 'milliseconds as a finite number of at most 147 days');
  }
  const flicks = ms * FLICKS;
  // Halves away from zero, as the core rounds.
  return flicks < 0 ? -Math.round(-flicks) : Math.round(flicks);
}

/** A number that is finite. */
export function finite(value: number, what: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new CuelineError('argument', what, value, 'a finite number');
  }
  return value;
}

/** A whole number from 0 up to a limit. */
export function whole(value: number, what: string, most: number = Number.MAX_SAFE_INTEGER): number {
  if (!Number.isSafeInteger(value) || value < 0 || value > most) {
    throw new CuelineError('argument', what, value, `a whole number from 0 to ${most}`);
  }
  return value;
}

/** How fast: a whole number such as 2, or a fraction as `[1, 2]`. Negative is backwards, 0 stands still. */
export type Speed = number | readonly [num: number, den: number];

/** Both parts of a speed. */
export function fraction(speed: Speed): [number, number] {
  const [num, den] = typeof speed === 'number' ? [speed, 1] : Array.isArray(speed) ? speed : [NaN, 1];
  if (!Number.isSafeInteger(num) || !Number.isSafeInteger(den) || den! < 1) {
    throw new CuelineError('argument', 'speed', speed, 'a whole number, or a fraction as [num, den] with a den above 0');
  }
  return [num!, den!];
}
