// The tweens of a work, what they are played on, and what is timed of them: the same for all libraries.

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
    return { from: { x: a, y: b, z: c }, to: { x, y, z }, ticks, ms: ticks * FRAME, shape: "linear" };
  });
}

// What a tween moves, and the properties that it brings there.
export const target = ({ from }) => (typeof from === "number" ? { v: from } : { ...from });
export const goal = ({ to }) => (typeof to === "number" ? { v: to } : to);

// W1 and W1v, for a library whose `begin` starts all tweens on their targets, and returns what shows the moment that
// lies so many milliseconds after that.
export function frames(begin) {
  const playing = (all, item) => {
    const targets = all.map(target);
    const show = begin(targets, all);
    let frame = 0;
    return { lap: () => show(++frame * FRAME), item: (i) => item(targets[i]) };
  };
  return {
    W1: (kind, n, work) => playing(tweens(n, work), ({ v }) => [v]),
    W1v: (kind, n, work) => playing(vectors(n, work), ({ x, y, z }) => [x, y, z]),
  };
}

// W1s, for a library whose `ready` makes what it needs, `start` starts a tween on a target, `advance` moves all on by
// so many milliseconds, and `forget` drops all. In a lap all tweens, which are of one length, come half of their way;
// then they end, unless it is the starts that count.
export function startsAndEnds({ ready, start, advance, forget }) {
  return (kind, n, work) => {
    const all = tweens(n, work);
    const half = all[0].ms / 2;
    let targets = [];
    const lap = () => {
      targets = all.map(target);
      const made = ready();
      let ns = timed(() => {
        for (let i = 0; i < n; i++) start(made, targets[i], all[i]);
      });
      advance(made, half);
      if (kind !== "start") ns = timed(() => advance(made, half + 1e-6));
      forget(made);
      return ns;
    };
    return inParts(lap, (i) => [targets[i].v]);
  };
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
