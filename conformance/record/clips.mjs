// Records what clips of Babylon.js show at random frames, in the form of babylon/clips_numbers.jsonl.
//
//   npm install && node clips.mjs SEED COUNT > clips.jsonl
import { animationOf, clipsOf, read } from "./babylon.mjs";
import { seed, write } from "./lines.mjs";
import { randomOf } from "./random.mjs";

const draws = randomOf(seed);
const { random, whole, chance } = draws;
const { someClip } = clipsOf(draws);

function record(index) {
  const { type, name, ...clip } = someClip();
  const [first, last] = [clip.keys[0].frame, clip.keys.at(-1).frame];
  const animation = animationOf({ type, ...clip });
  const frames = clip.keys.map((key) => key.frame);
  for (let length = 40; length > 0; length--) frames.push(chance(0.5) ? whole(8 * first - 16, 8 * last + 16) / 8 : first + random() * (last - first));
  frames.sort((a, b) => a - b);
  return { name: `clip_${index}`, type, clip, frames, values: frames.map((frame) => read(type, animation.evaluate(frame))) };
}

write({ set: "babylon/clips", units: "frames" }, record);
