import { CuelineError } from './error.ts';
import { wasm } from './runtime.ts';
import { finite } from './units.ts';

type Ends = 'in' | 'out' | 'inOut' | 'outIn';
type Curves =
  | 'Sine' | 'Quad' | 'Cubic' | 'Quart' | 'Quint' | 'Expo' | 'Circ' | 'Bounce' | 'Back' | 'Elastic' | 'Power';

/**
 * An easing by name: `'linear'`, a curve with its ends such as `'outCubic'`, or one of CSS.
 *
 * Curves may have parameters: `'outBack(2)'` (overshoot), `'outElastic(1, 0.3)'` (amplitude, period), `'inPower(1.5)'`,
 * `'spring(0.3)'` (bounce), `'steps(4, end)'`, `'cubic-bezier(0.4, 0, 0.2, 1)'`.
 */
export type EasingName =
  | 'linear' | 'ease' | 'ease-in' | 'ease-out' | 'ease-in-out' | 'spring'
  | `${Ends}${Curves}`
  | `${Ends}${'Back' | 'Elastic' | 'Power'}(${string})`
  | `spring(${string})` | `steps(${string})` | `cubic-bezier(${string})`;

/** The numbers by which the module knows an easing. */
export type Numbers = readonly [kind: number, curve: number, a: number, b: number, c: number, d: number];

const ENDS: readonly string[] = ['', 'in', 'out', 'inOut', 'outIn'];
const BACK = 1.70158;
/** The number of each curve in the module, and its usual parameters. */
const CURVES: Record<string, readonly number[]> = {
  Sine: [0], Quad: [1], Cubic: [2], Quart: [3], Quint: [4], Expo: [5], Circ: [6], Bounce: [7],
  Back: [8, BACK], Elastic: [9, 1, 0.3], Power: [10, 2],
};
const BEZIERS: Record<string, readonly number[]> = {
  ease: [0.25, 0.1, 0.25, 1], 'ease-in': [0.42, 0, 1, 1], 'ease-out': [0, 0, 0.58, 1], 'ease-in-out': [0.42, 0, 0.58, 1],
};
const JUMPS: readonly string[] = ['end', 'start', 'none', 'both'];

/** All names without parameters. */
export const easingNames: readonly EasingName[] = [
  'linear', 'spring', ...Object.keys(BEZIERS),
  ...ENDS.slice(1).flatMap((ends) => Object.keys(CURVES).map((curve) => ends + curve)),
] as EasingName[];

const known = new Map<string, Numbers>();

/** The numbers of an easing, or an error that proposes the nearest name. */
export function easing(name: EasingName): Numbers {
  let numbers = known.get(name);
  if (numbers === undefined) {
    numbers = read(name);
    if (Number.isNaN(eased(numbers, 0.5))) {
      throw new CuelineError('argument', 'easing', name, 'parameters in their range');
    }
    if (known.size < 1000) known.set(name, numbers);
  }
  return numbers;
}

/** The eased progress: `t` is usually from 0 to 1, and so is the result, except where a curve overshoots. */
export function ease(name: EasingName, t: number): number {
  return eased(easing(name), finite(t, 'ease'));
}

/** The same by the numbers of an easing. Spread into the call, they would take ten times as long. */
export function eased(numbers: Numbers, t: number): number {
  return wasm().m_ease(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], t);
}

function read(text: string): Numbers {
  const match = typeof text === 'string' ? /^\s*([a-zA-Z-]+)\s*(?:\(([^()]*)\))?\s*$/.exec(text) : null;
  if (match === null) throw unknown(text);
  const [, name = '', inner] = match;
  const words = inner?.split(',').map((word) => word.trim());
  const parameters = (usual: readonly number[]): number[] => {
    if (words === undefined) return [...usual];
    const numbers = words.map((word) => (word === '' ? NaN : Number(word)));
    if (numbers.length !== usual.length || !numbers.every(Number.isFinite)) {
      throw new CuelineError('argument', 'easing', text, `${usual.length} numbers in the brackets of ${name}`);
    }
    return numbers;
  };
  const of = (kind: number, curve: number, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): Numbers =>
    [kind, curve, a, b, c, d];
  if (name === 'linear' && words === undefined) return of(0, 0, []);
  if (name === 'spring') return of(1, 17, parameters([0.3]));
  if (name === 'cubic-bezier' && words !== undefined) return of(1, 11, parameters([0, 0, 0, 0]));
  const bezier = Object.hasOwn(BEZIERS, name) ? BEZIERS[name] : undefined;
  if (bezier !== undefined && words === undefined) return of(1, 11, bezier);
  if (name === 'steps' && words !== undefined) {
    const [count = '', jump = 'end'] = words;
    const steps = /^\d+$/.test(count) ? Number(count) : 0;
    const number = JUMPS.indexOf(jump.replace(/^jump-/, ''));
    if (steps < 1 || steps > 0xffff_ffff || number < 0 || words.length > 2) {
      throw new CuelineError('argument', 'easing', text, 'steps(a whole number, one of start, end, none, both)');
    }
    return of(5, number, [steps]);
  }
  const split = /^(inOut|outIn|in|out)([A-Z][a-z]+)$/.exec(name);
  const curve = split?.[2] !== undefined && Object.hasOwn(CURVES, split[2]) ? CURVES[split[2]] : undefined;
  if (split === null || curve === undefined) throw unknown(text);
  const [number = 0, ...usual] = curve;
  // Penner's factor: so it is in tween.js and on easings.net, and in the core.
  if (name === 'inOutBack') usual[0] = BACK * 1.525;
  return of(ENDS.indexOf(split[1] ?? ''), number, parameters(usual));
}

function unknown(text: unknown): CuelineError {
  if (typeof text !== 'string') return new CuelineError('argument', 'easing', text, "a name such as 'outCubic'");
  if (/^\s*linear\s*\(/.test(text)) {
    return new CuelineError('argument', 'easing', text, 'an easing with a formula: a line through points is an EasingPath of @cueline/core/time');
  }
  const near = [...easingNames].sort((a, b) => distance(text, a) - distance(text, b))[0];
  return new CuelineError('argument', 'easing', text, `an easing that exists, perhaps '${near}'`);
}

/** How many letters differ (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  [...one.slice(0, 40)].forEach((letter, line) => {
    const next = [line + 1];
    for (let index = 0; index < other.length; index++) {
      const same = letter.toLowerCase() === other[index]?.toLowerCase() ? 0 : 1;
      next.push(Math.min((row[index] ?? 0) + same, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  });
  return row[other.length] ?? 0;
}
