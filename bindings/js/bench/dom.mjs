// What a frame costs in Chromium with 1,000 moving elements, beside GSAP: `node bench/dom.mjs`. A frame computes the values,
// writes them to `style.transform` and has the browser compute the styles.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const file = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
const cueline = `data:text/javascript;base64,${Buffer.from(file('dist/index.js')).toString('base64')}`;
await page.addScriptTag({ content: file('node_modules/gsap/dist/gsap.min.js') });
const figures = await page.evaluate(async (cueline) => {
  const { init, moveAll, Motions } = await import(cueline);
  await init();
  const all = Array.from({ length: 1000 }, () => document.body.appendChild(Object.assign(document.createElement('div'), { style: 'position:absolute;width:4px;height:4px' })));
  const write = (values) => all.forEach((element, n) => (element.style.transform = `translateX(${values(n)}px)`));
  const frames = {
    'ours, `Motions`': () => {
      const motions = new Motions(1000);
      for (let n = 0; n < 1000; n++) motions.tweenTo(n, 100, { at: 0, duration: 1e6, easing: 'outCubic' });
      return (now) => {
        const values = motions.sample(now);
        write((n) => values[n]);
      };
    },
    'ours, `moveAll`': () => {
      const states = all.map(() => ({ x: 0 }));
      const group = moveAll(states, { x: 100 }, { at: 0, duration: 1e6, easing: 'outCubic' });
      return (now) => {
        group.apply(now);
        write((n) => states[n].x);
      };
    },
    'GSAP, a tween each': () => {
      const begun = gsap.globalTimeline.time();
      all.forEach((element) => gsap.to(element, { x: 100, duration: 1e3, ease: 'power2.out' }));
      return (now) => gsap.updateRoot(begun + now / 1000);
    },
    'GSAP, one tween': () => {
      const begun = gsap.globalTimeline.time();
      gsap.to(all, { x: 100, duration: 1e3, ease: 'power2.out' });
      return (now) => gsap.updateRoot(begun + now / 1000);
    },
  };
  gsap.ticker.sleep();
  return Object.entries(frames).map(([name, make]) => {
    gsap.globalTimeline.clear();
    const frame = make();
    const times = [];
    for (let n = 1; n <= 300; n++) {
      const begun = performance.now();
      frame(n * 16);
      void document.body.offsetWidth;
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    return [name, times[150].toFixed(2)];
  });
}, cueline);
console.log(`| Chromium ${browser.version()}, 1,000 elements | ms a frame (median) |\n| --- | ---: |`);
for (const [name, ms] of figures) console.log(`| ${name} | ${ms} |`);
await browser.close();
