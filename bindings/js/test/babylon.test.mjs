// Babylon.js: one program on a NullEngine in Node and on WebGL in Chromium. The box stands at the same bits in both, and in the
// picture. PICTURE=file.png keeps what Chromium drew.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const CHROMIUM = '/usr/bin/chromium';
const WIDTH = 400;
const page = fileURLToPath(new URL('pages/babylon.mjs', import.meta.url));

/** The modules, or undefined with a line that says what is missing. */
async function modules(context, names) {
  try {
    return await Promise.all(names.map((name) => import(name)));
  } catch (error) {
    console.log(`SKIPPED: ${context.name}: ${error.code ?? error.message}`);
    context.skip();
    return undefined;
  }
}

test('Babylon.js moves a box by the same bits on a NullEngine and in Chromium, where the picture shows it', async (context) => {
  const [{ NullEngine }, { HALF, LOCKSTEP, play }] = (await modules(context, ['@babylonjs/core/Engines/nullEngine.js', page])) ?? [{}, {}];
  if (NullEngine === undefined) return;
  const here = await play(new NullEngine({ renderWidth: WIDTH, renderHeight: 80, textureSize: 8, ...LOCKSTEP }));
  const frames = here.map(([timer]) => Math.round(timer));
  assert.deepEqual([frames[0], frames.at(-1), here.at(-1)[1], here.at(-1)[3]], [frames[0], 60, 4, 1], `${here}`);
  assert.ok(frames.every((frame, place) => place === 0 || frame > frames[place - 1]), `${frames}`);

  if (!existsSync(CHROMIUM)) return console.log('SKIPPED: Babylon.js in Chromium: chromium is not installed');
  const [{ chromium }, { build }] = (await modules(context, ['playwright-core', 'esbuild'])) ?? [{}, {}];
  if (chromium === undefined) return;
  const { outputFiles: [bundle] } = await build({
    stdin: { contents: `export * from ${JSON.stringify(page)};`, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true, format: 'iife', globalName: 'box', write: false, logLevel: 'error', tsconfigRaw: {},
  });
  const flags = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: flags });
  try {
    const one = await browser.newPage();
    await one.setContent(`<!doctype html><body style="margin:0"><canvas width="${WIDTH}" height="80"></canvas>`);
    await one.addScriptTag({ content: bundle.text });
    const { seen, rows, pictures } = await one.evaluate(async () => {
      const { Engine, LOCKSTEP, play, redRow } = window.box;
      const canvas = document.querySelector('canvas');
      const engine = new Engine(canvas, false, { preserveDrawingBuffer: true, ...LOCKSTEP });
      const [rows, pictures] = [[], []];
      const seen = await play(engine, async () => {
        rows.push(await redRow(engine));
        pictures.push(canvas.toDataURL());
      });
      return { seen, rows, pictures };
    });
    assert.deepEqual(seen, here, 'the same bits');
    for (const [place, [, x, size]] of here.entries()) {
      const edge = (side) => ((x + (side * size) / 2 + HALF) / (2 * HALF)) * WIDTH;
      const [from, to] = rows[place];
      assert.ok(Math.abs(from - edge(-1)) <= 1 && Math.abs(to + 1 - edge(1)) <= 1, `pixels ${from} to ${to}, wanted ${edge(-1)} to ${edge(1)}`);
    }
    if (process.env.PICTURE !== undefined) {
      await one.setContent(`<body style="margin:0;background:#444">${pictures.map((url) => `<img src="${url}" style="display:block;margin:4px">`).join('')}`);
      writeFileSync(process.env.PICTURE, await one.screenshot({ clip: { x: 0, y: 0, width: WIDTH + 8, height: 84 * pictures.length + 4 } }));
    }
  } finally {
    await browser.close();
  }
});
