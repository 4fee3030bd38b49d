// mainloop.js
import { createRequire } from "node:module";

let frame;
// A browser that draws on request.
globalThis.window = {
  requestAnimationFrame: (callback) => ((frame = callback), 1),
  cancelAnimationFrame: () => {},
};
const MainLoop = createRequire(import.meta.url)("mainloop.js");

export function W7(kind, n) {
  let now = 0;
  let steps = 0;
  let alphas = 0;
  MainLoop.setSimulationTimestep(1000 / 60)
    .setUpdate(() => steps++)
    .setDraw((alpha) => (alphas += alpha))
    .start();
  frame(now);
  const lap = () => {
    steps = 0;
    for (let i = 0; i < n; i++) frame((now += 1000 / 144));
  };
  return { lap, item: () => [steps] };
}
