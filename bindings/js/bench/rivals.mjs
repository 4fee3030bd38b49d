// D1: what one value costs in one frame, beside GSAP, anime.js and tween.js, in one process: `node bench/rivals.mjs`.
import { cpus } from 'node:os';
import { Motions, Queue, moveAll } from '@cueline/core';
import { animate } from 'animejs';
import { Group, Tween } from '@tweenjs/tween.js';
import gsap from 'gsap';

const COUNTS = [1, 10, 100, 1000];
const FOREVER = 1e7; // milliseconds: nothing ends during a measurement
const objects = (count) => Array.from({ length: count }, () => ({ x: 0 }));

/** For each name, what makes `count` values move: it returns a frame at a time in milliseconds. */
const RIVALS = {
  'ours, `Motions`': (count) => {
    const targets = objects(count);
    const motions = new Motions(count);
    for (let n = 0; n < count; n++) motions.tweenTo(n, 100, { at: 0, duration: FOREVER, easing: 'outCubic' });
    return (now) => {
      const values = motions.sample(now);
      for (let n = 0; n < count; n++) targets[n].x = values[n];
    };
  },
  'ours, `Queue`': (count) => {
    const queue = new Queue();
    objects(count).forEach((target) => queue.concurrently(target, FOREVER));
    return () => {
      for (const { payload, progress } of queue.advance(1)) payload.x = progress * 100;
    };
  },
  'ours, `moveAll`': (count) => {
    const group = moveAll(objects(count), { x: 100 }, { at: 0, duration: FOREVER, easing: 'outCubic' });
    return (now) => group.apply(now);
  },
  'GSAP, a tween each': (count) => {
    const begun = gsap.globalTimeline.time();
    objects(count).forEach((target) => gsap.to(target, { x: 100, duration: FOREVER / 1000, ease: 'power2.out' }));
    return (now) => gsap.updateRoot(begun + now / 1000);
  },
  'GSAP, one tween': (count) => {
    const begun = gsap.globalTimeline.time();
    gsap.to(objects(count), { x: 100, duration: FOREVER / 1000, ease: 'power2.out' });
    return (now) => gsap.updateRoot(begun + now / 1000);
  },
  'anime.js, an animation each': (count) => {
    const all = objects(count).map((target) => animate(target, { x: 100, duration: FOREVER, ease: 'outCubic', autoplay: false }));
    return (now) => {
      for (const animation of all) animation.seek(now);
    };
  },
  'anime.js, one animation': (count) => {
    const animation = animate(objects(count), { x: 100, duration: FOREVER, ease: 'outCubic', autoplay: false });
    return (now) => animation.seek(now);
  },
  'tween.js, a tween each': (count) => {
    const group = new Group();
    const ease = (t) => 1 - (1 - t) ** 3;
    objects(count).forEach((target) => group.add(new Tween(target).to({ x: 100 }, FOREVER).easing(ease).start(0)));
    return (now) => group.update(now);
  },
};

gsap.ticker.sleep();
/** Nanoseconds a value: the least of several runs. */
function measure(make, count) {
  const frame = make(count);
  const frames = Math.ceil(30_000 / count);
  let least = Infinity;
  let now = 1;
  for (let run = 0; run < 7; run++) {
    const begun = process.hrtime.bigint();
    for (let n = 0; n < frames; n++) frame((now += 1));
    least = Math.min(least, Number(process.hrtime.bigint() - begun) / frames / count);
  }
  gsap.globalTimeline.clear();
  return least;
}

console.log(`Node ${process.version}, ${cpus()[0].model.trim()}; nanoseconds a value in one frame\n`);
console.log(`| | ${COUNTS.join(' | ')} |\n| --- |${' ---: |'.repeat(COUNTS.length)}`);
for (const [name, make] of Object.entries(RIVALS)) {
  console.log(`| ${name} | ${COUNTS.map((count) => measure(make, count).toFixed(count > 1 ? 1 : 0)).join(' | ')} |`);
}
process.exit(0);
