// The tweens of a work, and what they are played on.

// One frame, in milliseconds.
export const FRAME = 1000 / 60;

export const SHAPES = ["linear", "cubic in out", "sine out", "back out"];

// Four numbers each: from, to, ticks, shape.
export function tweens(n, work) {
  return Array.from({ length: n }, (_, i) => {
    const [from, to, ticks, shape] = work.subarray(i * 4, i * 4 + 4);
    return { from, to, ticks, ms: ticks * FRAME, shape: SHAPES[shape] };
  });
}

// Seven numbers each: three from, three to, ticks.
export function vectors(n, work) {
  return Array.from({ length: n }, (_, i) => {
    const [a, b, c, x, y, z, ticks] = work.subarray(i * 7, i * 7 + 7);
    return { from: { x: a, y: b, z: c }, to: { x, y, z }, ticks, ms: ticks * FRAME };
  });
}

// A peer whose laps are not timed whole: `lap` returns the nanoseconds that count.
export function inParts(lap, item) {
  const sample = (laps) => {
    let ns = 0;
    while (laps-- > 0) ns += lap();
    return ns;
  };
  return { sample, item };
}

export function timed(what) {
  const begun = process.hrtime.bigint();
  what();
  return Number(process.hrtime.bigint() - begun);
}
