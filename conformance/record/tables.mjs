// Records what easings of five libraries give, in the form of easing/tables.jsonl.
//
//   npm install && node tables.mjs SEED COUNT > tables.jsonl
import { Easing } from "@tweenjs/tween.js";
import * as animejs from "animejs";
import { gsap } from "gsap";
import { RoughEase, SlowMo } from "gsap/EasePack.js";
import * as motion from "motion";
import * as popmotion from "popmotion";

import { somePlaces, versions } from "./easing.mjs";
import { number, seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

SlowMo.register(gsap); // registers all three; without a window `registerPlugin` would wait for one
const { random, whole, pick, chance } = randomOf(seed);
const hundredths = (from, to) => whole(100 * from, 100 * to) / 100;

const POWERS = { quad: 1, cubic: 2, quart: 3, quint: 4 };
const PENNER = { quad: "Quadratic", cubic: "Cubic", quart: "Quartic", quint: "Quintic", sine: "Sinusoidal" };
Object.assign(PENNER, { expo: "Exponential", circ: "Circular", back: "Back", elastic: "Elastic", bounce: "Bounce" });
const FAMILIES = Object.keys(PENNER);
const MODES = ["in", "out", "inOut"];
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** Some parameters of a family: none, all of them, or the first. */
function someParams(family) {
  const all = {
    power: () => [pick([0, 0.01, 0.5, 1, 30, 20000, hundredths(0, 8)])],
    back: () => [chance(0.2) ? pick([-3, 0, 40]) : hundredths(-1, 5)],
    elastic: () => [pick([1, hundredths(0.05, 1), hundredths(1, 12)]), pick([0.01, hundredths(0.05, 2.5)])],
  };
  const params = all[family] && chance(0.8) ? all[family]() : [];
  return params.slice(0, whole(1, 2));
}

/** Values of a path of lines, some of which say where they are: in order or not, also at one place. */
function somePoints() {
  const steps = chance(0.3) ? 1 : 100;
  return Array.from({ length: whole(2, 8) }, () => {
    const value = hundredths(-1, 2);
    return chance(0.35) ? `${value} ${whole(0, steps) * (100 / steps)}%` : value;
  });
}

const made = (name, family, mode, params, ease) => ({ name, family, mode, params, ease });
/** An easing whose arguments stand in its name. */
const byName = (name) => made(name, name.split("(")[0], "in", [], gsap.parseEase(name));
/** An easing without parameters, as Motion and Popmotion call it. */
const plain = (library, family, mode) => {
  const name = family + capital(mode);
  const css = { easeIn: "css_ease_in", easeOut: "css_ease_out", easeInOut: "css_ease_in_out" };
  return made(name, css[name] ?? family, mode, [], library[name]);
};
const anticipation = (library) => made("anticipate", "anticipate", "in", [], library.anticipate);

/** An easing of each library: its name, its family and mode, its parameters, and the function. */
const LIBRARIES = {
  gsap() {
    const kind = pick(["plain", "plain", "plain", "none", "slow", "expoScale", "rough"]);
    if (kind === "none") return made("none", "linear", "in", [], gsap.parseEase("none"));
    if (kind === "slow") return byName(`slow(${hundredths(0, 1.2)},${hundredths(-1, 1)},${chance(0.5)})`);
    if (kind === "expoScale") {
      const [from, growth] = [hundredths(0.01, 9), pick([0.01, 0.5, 0.99, 1.01, 2, hundredths(2, 99)])];
      return byName(`expoScale(${from},${from * growth}${pick(["", ",none", ",power2.inOut", ",sine.in"])})`);
    }
    if (kind === "rough") {
      const [points, strength] = [whole(1, 40), hundredths(0.05, 3)];
      const [taper, template] = [pick(["none", "in", "out", "both"]), pick(["none", "power2.in", "sine.inOut"])];
      const ease = RoughEase.config({ points, strength, taper, template, randomize: false });
      return made("rough", "rough", "in", [points, strength, taper, template], ease);
    }
    const [family, mode] = [pick(FAMILIES), pick(MODES)];
    const params = someParams(family);
    const name = `${family in POWERS ? `power${POWERS[family]}` : family}.${mode}${params.length ? `(${params})` : ""}`;
    return made(name, family, mode, params, gsap.parseEase(name));
  },
  "@tweenjs/tween.js"() {
    const [family, mode] = [pick(["linear", "power", "power", "power", ...FAMILIES]), pick(MODES)];
    if (family === "linear") return made("Linear.None", family, "in", [], Easing.Linear.None);
    const params = family === "power" ? someParams(family) : [];
    const name = family === "power" ? `generatePow(${params})` : PENNER[family];
    const modes = family === "power" ? Easing.generatePow(...params) : Easing[name];
    return made(`${name}.${capital(mode)}`, family, mode, params, modes[capital(mode)]);
  },
  animejs() {
    if (chance(0.3)) {
      const points = somePoints();
      return made(`linear(${points.join(", ")})`, "piecewise", "in", points, animejs.linear(...points));
    }
    const [family, mode] = [pick(["power", ...FAMILIES]), pick([...MODES, "outIn"])];
    const name = mode + (family === "power" ? "" : capital(family));
    if (!["power", "back", "elastic"].includes(family)) return made(name, family, mode, [], animejs.eases[name]);
    const params = someParams(family);
    return made(`${name}(${params})`, family, mode, params, animejs.eases[name](...params));
  },
  motion: () => (chance(0.1) ? anticipation(motion) : plain(motion, pick(["ease", "circ", "back"]), pick(MODES))),
  popmotion() {
    if (chance(0.1)) return made("linear", "linear", "in", [], popmotion.linear);
    if (chance(0.1)) return anticipation(popmotion);
    const mode = pick(MODES);
    if (chance(0.4)) return plain(popmotion, pick(["ease", "circ", "back", "bounce"]), mode);
    const family = pick(["power", "back", "anticipate"]);
    const name = { power: "createExpoIn", back: "createBackIn", anticipate: "createAnticipate" }[family];
    const params = family === "power" ? [hundredths(0.01, 8)] : [hundredths(-1, 5)];
    const ease = popmotion[name](...params);
    const turned = { out: "reverseEasing", inOut: "mirrorEasing" }[mode];
    if (family === "anticipate" || !turned) return made(`${name}(${params})`, family, "in", params, ease);
    return made(`${turned}(${name}(${params}))`, family, mode, params, popmotion[turned](ease));
  },
};

function record() {
  const library = pick(["gsap", "gsap", "gsap", "@tweenjs/tween.js", "animejs", "animejs", "motion", "popmotion"]);
  const { ease, ...described } = LIBRARIES[library]();
  const t = somePlaces(random);
  return { library, version: versions[library], ...described, t, values: t.map((at) => number(ease(at))) };
}

write({ set: "easing/tables", versions }, record);
