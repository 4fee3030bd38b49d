// Records how lottie-web evaluates the transforms of layers.
//
//   npm install && node lottie.mjs FILE.json STEP > NAME.values.json
//
// STEP is in frames. Layers are named by their place in the file; the number after a slash is that of a layer in the
// precomposition that the layer before it shows. Layers that do not show are left out, as lottie-web does not evaluate
// them. It is the build without expressions, as these are no part of an import.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { JSDOM } from "jsdom";

const { window } = new JSDOM("<div id='stage'></div>", { pretendToBeVisual: true });
// A canvas is asked for once, when the player is loaded, and is not drawn on.
window.HTMLCanvasElement.prototype.getContext = () => ({ fillRect() {} });
for (const name of ["window", "document", "navigator"]) {
  Object.defineProperty(globalThis, name, { value: name === "window" ? window : window[name], configurable: true });
}
const { default: lottie } = await import("lottie-web/build/player/lottie_light.js");
// Curved positions are measured in straight pieces: so many that they do not matter.
lottie.setQuality(20000);

const file = process.argv[2];
const step = Number(process.argv[3] ?? 1);
const animationData = JSON.parse(readFileSync(file, "utf8"));
const player = lottie.loadAnimation({
  container: window.document.getElementById("stage"), renderer: "svg", loop: false, autoplay: false, animationData,
});
let isWhole = true;
player.addEventListener("error", () => {
  isWhole = false;
});
const rounded = (value) => Number(value.toPrecision(9));
const DEGREES = 180 / Math.PI;

/** What is shown of a layer: its transform's own values, in the units of the file. */
function transform({ mProp }) {
  const seen = {};
  const numbers = (name, property, factor = 1) => {
    if (!property) return;
    const list = (values) => (values.length === undefined ? [values] : Array.from(values));
    // The mark of a value that lottie-web has not evaluated.
    if (!list(property.pv).includes(-999999)) seen[name] = list(property.v).map((value) => rounded(value * factor));
  };
  numbers("a", mProp.a);
  numbers("s", mProp.s);
  numbers("o", mProp.o);
  numbers("r", mProp.r, DEGREES);
  numbers("rx", mProp.rx, DEGREES);
  numbers("ry", mProp.ry, DEGREES);
  numbers("rz", mProp.rz, DEGREES);
  numbers("or", mProp.or, DEGREES);
  numbers("sk", mProp.sk, DEGREES);
  numbers("sa", mProp.sa, DEGREES);
  if (mProp.px) {
    numbers("px", mProp.px);
    numbers("py", mProp.py);
    numbers("pz", mProp.pz);
  } else numbers("p", mProp.p);
  return seen;
}

function layers(elements, before, seen) {
  elements.forEach((element, index) => {
    if (!element?.isInRange || !element.finalTransform) return;
    seen[`${before}${index}`] = transform(element.finalTransform);
    if (element.elements) layers(element.elements, `${before}${index}/`, seen);
  });
  return seen;
}

const frames = [];
const { ip, op } = animationData;
const last = {};
for (let frame = 0; frame < op - ip; frame += step) {
  isWhole = true;
  player.goToAndStop(frame, true);
  // Where lottie-web fails, the layers after the one that failed show an earlier frame.
  if (!isWhole) continue;
  const seen = layers(player.renderer.elements, "", {});
  // What is as it was in the frame before is not written again.
  for (const [layer, values] of Object.entries(seen)) {
    const text = JSON.stringify(values);
    if (last[layer] === text) seen[layer] = "same";
    last[layer] = text;
  }
  frames.push({ frame, layers: seen });
}
process.stdout.write(`${JSON.stringify({ player: "lottie-web 5.13.0", file: basename(file), frames })}\n`, () => process.exit(0));
