// Opens the gallery in Chromium: `node gallery/test.mjs PAGE PICTURES [NAME...]`. Each example, or those with these names, must
// start without an error, and move. A picture of each is kept in the folder PICTURES. Needs `npm ci` in `site` and
// /usr/bin/chromium.
import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';

const { chromium } = createRequire(new URL('../../../site/package.json', import.meta.url))('playwright-core');
const [out, pictures, ...wanted] = process.argv.slice(2);
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(request.url.split('?')[0]));
  const file = join(out, path === '/' ? 'index.html' : path);
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync',
    '--disable-component-update', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
mkdirSync(pictures, { recursive: true });
/** How many colours a picture has; counted in another page, as the gallery's own policy refuses such an address. */
const counter = await browser.newPage();
const colours = (png) => counter.evaluate(async (data) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
  drawing.drawImage(image, 0, 0);
  const { data: bytes } = drawing.getImageData(0, 0, image.width, image.height);
  return new Set(new Uint32Array(bytes.buffer)).size;
}, png.toString('base64'));

const begin = await browser.newPage();
await begin.goto(`http://127.0.0.1:${server.address().port}/`);
await begin.waitForSelector('nav a:nth-child(4)');
const all = await begin.locator('nav a').allTextContents();
await begin.close();
let failed = wanted.some((name) => !all.includes(name));
for (const name of wanted.length ? wanted : all) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 740 } });
  const errors = [];
  page.on('pageerror', (error) => errors.push(`${error}`));
  page.on('console', (entry) => entry.type() === 'error' && errors.push(entry.text()));
  const begun = Date.now();
  await page.goto(`http://127.0.0.1:${server.address().port}/#${name}`);
  await page.waitForFunction(() => !document.querySelector('#line').textContent.startsWith('Loading'), null, { timeout: 120_000 });
  const line = await page.locator('#line').textContent();
  if (line) errors.push(line);
  const opened = Date.now() - begun;
  const stage = page.locator('canvas');
  // A renderer without a graphics card takes a while for its first frame.
  let seen = 0, first;
  for (let turn = 0; turn < 60 && seen < 50; turn++) {
    await page.waitForTimeout(500);
    first = await stage.screenshot();
    seen = await colours(first);
  }
  await page.waitForTimeout(1500);
  const second = await stage.screenshot({ path: join(pictures, `${name}.png`) });
  if (seen < 50) errors.push(`only ${seen} colours`);
  if (first.equals(second)) errors.push('nothing moves');
  // winit leaves `main` by an exception.
  const real = errors.filter((error) => !error.includes('control flow'));
  console.log(`${name}: open after ${opened} ms, ${seen} colours: ${real.length ? real.join('; ') : 'ok'}`);
  failed ||= real.length > 0;
  await page.close();
}
await browser.close();
server.close();
process.exit(failed ? 1 : 0);
