// What one writes by hand: the tweens in typed arrays, and a loop over them.
import { FRAME, SHAPES, tweens } from "./tweens.mjs";

function ease(shape, t) {
  switch (shape) {
    case 0:
      return t;
    case 1:
      return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t);
    case 2:
      return Math.sin((t * Math.PI) / 2);
    default:
      return 1 + (t - 1) * (t - 1) * (2.70158 * (t - 1) + 1.70158);
  }
}

export function W1(kind, n, work) {
  const all = tweens(n, work);
  const from = Float32Array.from(all, (tween) => tween.from);
  const delta = Float32Array.from(all, (tween) => tween.to - tween.from);
  const rate = Float64Array.from(all, (tween) => 1 / tween.ms);
  const shapes = Uint8Array.from(all, (tween) => SHAPES.indexOf(tween.shape));
  const out = new Float32Array(n);
  let now = 0;
  const lap = () => {
    now += FRAME;
    for (let i = 0; i < n; i++) {
      out[i] = from[i] + delta[i] * ease(shapes[i], Math.min(now * rate[i], 1));
    }
  };
  return { lap, item: (i) => [out[i]] };
}
