// The package in Chromium: from a plain page, in a worker, under a Content-Security-Policy, and in the loop of Phaser.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import test from 'node:test';

const root = new URL('..', import.meta.url);
const CHROMIUM = '/usr/bin/chromium';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const golden = readFileSync(new URL('../one_program.txt', root), 'utf8').trim().split('\n');
const imports = '<script type="importmap">{"imports":{"@cueline/core":"/dist/index.js"}}</script>';

test('in Chromium', { skip: !existsSync(CHROMIUM) && 'chromium is not installed' }, async (context) => {
  let chromium;
  try {
    ({ chromium } = await import('playwright-core'));
  } catch {
    console.log('SKIPPED: the package in Chromium: playwright-core is not installed');
    return context.skip();
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const headers = searchParams.has('csp') ? { 'content-security-policy': `script-src 'self' 'unsafe-inline' ${searchParams.get('csp')}` } : {};
    if (pathname === '/') return response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end(`<!doctype html>${imports}<body>`);
    const file = new URL(`.${pathname}`, root);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream' }).end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  const page = async (query = '') => {
    const page = await browser.newPage();
    await page.goto(address + query);
    return page;
  };
  try {
    await context.test('one program has the digests of the native core, inlined and bare', async () => {
      for (const file of ['index', 'save', 'bare']) {
        const lines = await (await page()).evaluate(async (file) => {
          const cueline = await import(`/dist/${file}.js`);
          await cueline.init();
          const { oneProgram } = await import('/examples/one_program.mjs');
          return oneProgram(cueline);
        }, file);
        assert.deepEqual(lines, golden, file);
      }
    });
    await context.test('a clip of a file plays as in Node', async () => {
      const play = async (file, { Clips, Player, init }) => {
        await init();
        const player = new Player(new Clips().load('door.ron', file).clip('open'), { at: 0 });
        const names = player.step(500).map(({ kind, cue }) => cue ?? kind);
        return [names, player.value('angle', 450)[0], player.digest().toString(16)];
      };
      const file = readFileSync(new URL('../door.ron', root), 'utf8');
      const there = await (await page()).evaluate(
        async ({ file, play }) => (0, eval)(play)(file, await import('/dist/files.js')), { file, play: `(${play})` },
      );
      assert.deepEqual(there, await play(file, await import('@cueline/core/files')));
    });
    await context.test('in a worker', async () => {
      const lines = await (await page()).evaluate(async () => {
        const text = `const cueline = await import('${location.origin}/dist/index.js'); await cueline.init();
          const queue = new cueline.Queue(); queue.enqueue(1, 300); queue.advance(100); postMessage(queue.digest());`;
        const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), { type: 'module' });
        const digest = await new Promise((done, failed) => { worker.onmessage = ({ data }) => done(data); worker.onerror = failed; });
        return digest.toString(16);
      });
      assert.match(lines, /^[0-9a-f]{15,16}$/);
    });
    await context.test('a policy without wasm-unsafe-eval is an error that names it', async () => {
      const init = async () => {
        const { init } = await import('/dist/index.js');
        return init().then(() => 'ready', ({ code, message }) => `${code}: ${message}`);
      };
      assert.match(await (await page('?csp=')).evaluate(init), /^wasm-refused: .*'wasm-unsafe-eval'/);
      assert.equal(await (await page("?csp='wasm-unsafe-eval'")).evaluate(init), 'ready');
    });
    await context.test('Phaser advances a queue in its own loop', async () => {
      const script = new URL('node_modules/phaser/dist/phaser.min.js', root);
      if (!existsSync(script)) return console.log('SKIPPED: Phaser is not installed');
      const one = await page();
      await one.addScriptTag({ content: readFileSync(script, 'utf8') });
      const seen = await one.evaluate(async () => {
        const { init, Queue } = await import('@cueline/core');
        const { playInScene } = await import('/dist/phaser.js');
        await init();
        const queue = new Queue();
        queue.enqueue('a', 50);
        queue.enqueue('b', 50);
        const ends = [];
        await new Promise((done) => new Phaser.Game({
          type: Phaser.HEADLESS, width: 8, height: 8, audio: { noAudio: true }, banner: false,
          scene: { create() { playInScene(this, queue, ({ payload, ended, at }) => { if (ended) ends.push([payload, at]); if (payload === 'b' && ended) done(); }); } },
        }));
        return ends;
      });
      assert.deepEqual(seen, [['a', 50], ['b', 100]]);
    });
  } finally {
    await browser.close();
    server.close();
  }
});
