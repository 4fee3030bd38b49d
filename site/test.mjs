// Opens the page in Chromium: `node site/test.mjs OUT PICTURES CHECK [showcase]`. OUT is the page, PICTURES a folder for a
// picture of each room, CHECK the program `showcase`. With `showcase` the rooms alone are opened. Needs `npm ci` in this folder and /usr/bin/chromium.
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const [out, pictures, native, only] = process.argv.slice(2);
const whole = only !== 'showcase';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MOMENTS = [1, 3, 6];
/** How many seconds of a room are drawn. The last of the moments is also reached by a link, which draws none of them. */
const DRAWN = whole ? 6 : 1;
/** A program that is not open after this many milliseconds does not open. How long it took depends on the machine and on what
 *  runs beside it, and is printed. */
const OPEN_MS = 30_000;
/** The most that six seconds of a room may take on a machine that draws without a graphics card. */
const PLAY_MS = 60000;

const types = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
/** Half of a module is there until this is called. */
let release;
const server = createServer(async (request, response) => {
  let file = join(out, normalize(decodeURIComponent(request.url.split('?')[0])));
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
  if (request.headers['x-half'] && file.endsWith('.wasm')) {
    const bytes = readFileSync(file);
    response.write(bytes.subarray(0, bytes.length / 2));
    await new Promise((then) => { release = then; });
    return response.end(bytes.subarray(bytes.length / 2));
  }
  createReadStream(file).pipe(response);
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const origin = `http://127.0.0.1:${server.address().port}`;

/** A server that no page may ask. */
let asked = 0;
const stranger = createServer((_, response) => {
  asked += 1;
  response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end('window.broken = "fetched"');
});
await new Promise((ready) => stranger.listen(0, '127.0.0.1', ready));

const report = execFileSync(native, ['--check', '--seconds', '6'], { encoding: 'utf8' });
const expected = [...report.matchAll(/after 1, 3 and 6 s: +(\w+) +(\w+) +(\w+)/g)].map((found) => found.slice(1));
const rooms = Number(/(\d+) rooms/.exec(report)?.[1]);
if (expected.length !== rooms) throw new Error(`${expected.length} rooms with digests, of ${rooms}:\n${report}`);

const failures = [];
const check = (holds, what) => {
  if (!holds) failures.push(what);
  return holds ? 'ok' : 'WRONG';
};
mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync',
    '--disable-component-update', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const data = (page, name) => page.evaluate((name) => document.documentElement.dataset[name], name);

/** A page of a browser that has seen nothing before. What goes wrong in it fails the test under its name. */
async function fresh(name) {
  const page = await (await browser.newContext({ viewport: { width: 1180, height: 800 } })).newPage();
  page.on('pageerror', (error) => failures.push(`${name}: ${error}`));
  page.on('console', (line) => line.type() === 'error' && failures.push(`${name}: ${line.text()}`));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) check(request.url().startsWith(origin), `${name} fetches ${request.url()}`);
  });
  return page;
}

/** The showcase at a fragment of its address. */
async function open(fragment) {
  const page = await fresh(fragment);
  const begun = Date.now();
  await page.goto(`${origin}/showcase/${fragment}`);
  await page.waitForFunction(() => document.documentElement.dataset.room, null, { timeout: OPEN_MS });
  return { page, took: Date.now() - begun };
}

/** What a screen reader finds in a page, each as its role and its name. */
async function heard(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter((node) => !node.ignored).map((node) => `${node.role?.value} ${node.name?.value}`);
}

/** Whether a screen reader finds all these in a program, and can press one of them: then it finds the last. */
async function reads(page, wanted, press, then) {
  const finds = async (all) => {
    let found = [];
    for (let tries = 0; tries < 20; tries += 1) {
      found = await heard(page);
      if (all.every((one) => found.includes(one))) return true;
      await page.waitForTimeout(500);
    }
    console.log(`not among ${found.join(', ')}`);
    return false;
  };
  if (!await finds(wanted)) return false;
  await page.evaluate((press) => [...document.querySelectorAll('canvas [role]')]
    .find((element) => element.getAttribute('aria-label') === press).click(), press);
  return finds([then]);
}

/** Whether who is in the canvas of a program comes to all these links and buttons with keys alone. */
async function leaves(page, wanted) {
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape', { delay: 100 });
  const stops = [];
  for (let tab = 0; tab < 8; tab += 1) {
    stops.push(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent));
    await page.keyboard.press('Tab');
  }
  return wanted.every((stop) => stops.includes(stop));
}

if (whole) {
  const first = await (await browser.newContext()).newPage();
  await first.goto(`${origin}/`);
  for (const link of await first.locator('a').evaluateAll((links) => links.map((link) => link.href))) {
    const answer = await first.request.get(link);
    check(answer.ok(), `${link} answers ${answer.status()}`);
  }
}

// Each file has a policy before anything that it could stop.
const files = readdirSync(out, { recursive: true }).filter((file) => file.endsWith('.html'));
for (const file of files) {
  const head = readFileSync(join(out, file), 'utf8').split(/<(?:script|link|style|body)/)[0];
  check(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /.test(head), `${file} has no policy`);
}
console.log(`${files.length} files have a policy`);

// Someone's words in a page can run nothing and fetch nothing.
for (const address of ['', 'showcase/', ...whole ? ['checkers/', 'studio/', 'licences.html', 'book/', 'doc/cueline/'] : []]) {
  // The book and the reference have scripts in their pages, so one more is not stopped; what it asks for is.
  const strict = !/^(book|doc)/.test(address);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${origin}/${address}`);
  const broken = await page.evaluate(async ({ elsewhere, strict }) => {
    const element = (name, attributes) => document.body.append(Object.assign(document.createElement(name), attributes));
    const refused = new Set();
    document.addEventListener('securitypolicyviolation', (event) => refused.add(event.effectiveDirective));
    for (const name of ['img', 'iframe', 'embed', 'video', 'script']) element(name, { src: elsewhere });
    element('link', { rel: 'stylesheet', href: elsewhere });
    element('object', { data: elsewhere });
    element('base', { href: elsewhere });
    if (strict) {
      element('script', { textContent: 'window.broken = "inline"' });
      element('div', { innerHTML: '<img src="data:," onerror="window.broken = \'attribute\'">' });
      setTimeout('window.broken = "text"');
    }
    new FontFace('other', `url(${elsewhere})`).load().catch(() => {});
    navigator.sendBeacon?.(elsewhere, 'x');
    try { new Worker(elsewhere); } catch { refused.add('worker'); }
    try { new WebSocket(elsewhere.replace('http', 'ws')); } catch { refused.add('socket'); }
    const fetched = await fetch(elsewhere).then(() => 'fetched', () => 'refused');
    const form = Object.assign(document.createElement('form'), { action: elsewhere, method: 'post' });
    document.body.append(form);
    form.submit();
    await new Promise((later) => setTimeout(later, 500));
    return { fetched, ran: window.broken ?? 'nothing', base: document.baseURI, refused: [...refused].sort().join(' ') };
  }, { elsewhere: `http://127.0.0.1:${stranger.address().port}/x.js`, strict })
    // A form that was let through has left the page.
    .catch((error) => ({ fetched: String(error), ran: '', base: '', refused: '' }));
  const holds = broken.fetched === 'refused' && broken.ran === 'nothing' && broken.base.startsWith(origin) && asked === 0;
  console.log(`policy of /${address}:`, check(holds, `/${address} lets through: ${JSON.stringify(broken)}, ${asked} requests`), broken.refused);
  asked = 0;
  await page.context().close();
}

for (const [place, digests] of expected.entries()) {
  const number = place + 1;
  const { page, took } = await open(`#room=${number}`);
  await page.waitForFunction((seconds) => document.documentElement.dataset.digests.split(' ').filter(Boolean).length >= seconds,
    DRAWN, { timeout: PLAY_MS });
  const here = (await data(page, 'digests')).split(' ');
  const same = MOMENTS.filter((second) => second <= DRAWN).map((second, i) => check(here[second - 1] === digests[i],
    `room ${number} after ${second} s: ${here[second - 1]} in the page, ${digests[i]} in the program`));
  check((await data(page, 'words')).endsWith('The promise holds.'), `room ${number} breaks a promise in the page`);
  await page.mouse.click(700, 300, { delay: 200 });
  await page.waitForFunction(() => document.documentElement.dataset.tour === 'false', null, { timeout: 10000 })
    .catch(() => failures.push(`room ${number} does not notice a click`));
  const millis = MOMENTS.at(-1) * 1000;
  const link = `#room=${number}&at=${millis}`;
  await page.evaluate((link) => { location.hash = link; }, link);
  await page.waitForFunction((link) => document.documentElement.dataset.link === link, link, { timeout: 20000 })
    .catch(() => failures.push(`room ${number} does not come to ${link}`));
  const there = execFileSync(native, ['--room', number, '--at', millis, '--digest'], { encoding: 'utf8' }).trim();
  same.push(check(await data(page, 'digest') === there,
    `link to room ${number} at ${millis} ms: ${await data(page, 'digest')} in the page, ${there} in the program`));
  const words = await page.locator('#words').textContent();
  check(words.startsWith(`Room ${number}: `), `who cannot see room ${number} hears "${words}"`);
  await page.screenshot({ path: join(pictures, `room-${number}.png`) });
  console.log(`room ${number}: open after ${took} ms, digests ${same.join(' ')}`);
  await page.context().close();
}

{
  // While a program comes, its page shows how much of it is there. A screen reader finds what is in it, and presses it.
  const page = await fresh('half of the showcase');
  await page.setExtraHTTPHeaders({ 'x-half': 'yes' });
  await page.goto(`${origin}/showcase/#room=2`);
  const half = await page.waitForFunction(() => {
    const { value, max } = document.querySelector('#said progress');
    return value > 0.4 * max && value < 0.6 * max;
  }, null, { timeout: 10000 }).then(() => true, () => false);
  await page.screenshot({ path: join(pictures, 'loading.png') });
  release?.();
  const comes = await page.waitForFunction(() => !document.getElementById('said'), null, { timeout: 30000 }).then(() => true, () => false);
  console.log('progress:', check(half, 'the page does not show that half of the showcase is there'),
    check(comes, 'the showcase does not come after its first half'), 'read:', check(await reads(page,
      ['button Drop the rest of a frame', 'button Pause'], 'Pause', 'button Play'),
    'a screen reader does not read the showcase'));
  await page.context().close();
}

{
  // A room is heard once the visitor asks for it.
  const page = await fresh('sound');
  await page.addInitScript(() => {
    window.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      if (this.context.state === 'running') window.tones += 1;
      start.apply(this, when);
    };
  });
  await page.goto(`${origin}/showcase/#room=4`);
  await page.waitForFunction(() => document.documentElement.dataset.sounds > 0, null, { timeout: 30000 });
  const silent = await page.evaluate(() => window.tones);
  await page.click('#sound');
  const heard = await page.waitForFunction(() => window.tones > 0, null, { timeout: 10000 }).then(() => true, () => false);
  console.log('sound:', check(silent === 0, 'the showcase is heard unasked'), check(heard, 'the showcase is not heard'));
  await page.context().close();
}

for (const [room, millis] of [[4, 151500], [7, 2340]]) {
  const { page } = await open(`#room=${room}&at=${millis}`);
  const here = await data(page, 'digest');
  const there = execFileSync(native, ['--room', room, '--at', millis, '--digest'], { encoding: 'utf8' }).trim();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(pictures, `link-${room}.png`) });
  console.log(`link to room ${room} at ${millis} ms:`, check(here === there && here === await data(page, 'digest'),
    `link to room ${room}: ${here} in the page, ${there} in the program`));
  await page.context().close();
}

{
  // The first page: its room runs and its pictures are there, in light and dark, on a desk and on a phone; keys alone lead on.
  const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
  const looks = [['desk', 'light'], ['phone', 'dark'], ...whole ? [['desk', 'dark'], ['phone', 'light']] : []];
  for (const [name, colorScheme] of looks) {
    const page = await fresh(`first page, ${name}, ${colorScheme}`);
    await page.setViewportSize(sizes[name]);
    await page.emulateMedia({ colorScheme });
    await page.goto(`${origin}/`);
    // Loops further down are fetched when they come into sight.
    await page.evaluate(() => document.querySelectorAll('img').forEach((img) => { img.loading = 'eager'; }));
    const shown = await page.waitForFunction(() => [...document.images].every((img) => img.complete && img.naturalWidth > 0),
      null, { timeout: 20000 }).then(() => page.locator('img').count(), () => 0);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    const runs = await frame.waitForFunction(() => document.documentElement.dataset.digests?.includes(' '), null, { timeout: PLAY_MS })
      .then(() => true, () => false);
    const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await page.screenshot({ path: join(pictures, `first-${name}-${colorScheme}.png`), fullPage: name === 'desk' });
    if (name === 'desk') {
      // The red switch is the second of the room's two, above the picture.
      await page.evaluate(() => scrollTo(0, 0));
      const { x, y } = await page.locator('iframe').boundingBox();
      await page.mouse.click(x + 200, y + 22, { delay: 200 });
      const broken = await frame.waitForFunction(() => document.documentElement.dataset.words.endsWith('The promise is broken.'), null,
        { timeout: 20000 }).then(() => true, () => false);
      await page.screenshot({ path: join(pictures, `first-${name}-${colorScheme}-red.png`) });
      check(broken, 'the red switch of the first page breaks nothing');
    }
    console.log(`first page, ${name}, ${colorScheme}: runs ${check(runs, `the room of the first page stands still (${name})`)}, ` +
      `pictures ${check(shown === rooms + 1, `the first page shows ${shown} pictures`)}, ` +
      `fits ${check(!overflows, `the first page is wider than a ${name}`)}`);
    await page.context().close();
  }
  const page = await fresh('first page, little motion');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${origin}/`);
  await page.waitForSelector('#stage button');
  const moving = await page.evaluate(() => [...document.images].filter((img) => img.currentSrc.endsWith('.gif')).length);
  check(moving === 0 && await page.locator('iframe').count() === 0, 'the first page moves for who wants little motion');
  const tabs = new Set();
  for (let tab = 0; tab < 40; tab += 1) {
    await page.keyboard.press('Tab');
    tabs.add(await page.evaluate(() => document.activeElement.textContent.trim().slice(0, 12)));
  }
  for (const stop of ['Showcase', 'Book', 'Run this roo', 'Start in fiv']) check(tabs.has(stop), `no Tab leads to "${stop}"`);
  await page.focus('#stage button');
  await page.keyboard.press('Enter');
  await page.waitForSelector('iframe');
  const meta = await page.evaluate(() => ['description', 'og:title', 'og:description', 'og:image']
    .filter((name) => !document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.content));
  check(meta.length === 0, `the first page has no ${meta}`);
  await page.context().close();
}

{
  // Three questions that the first page answers alone, and the clicks to each answer: what is it (none), does it fit my engine
  // (one), how do I start (one). None needs a scroll before it.
  for (const [name, viewport] of [['desk', { width: 1280, height: 900 }], ['phone', { width: 390, height: 844 }]]) {
    const page = await fresh(`three questions, ${name}`);
    await page.setViewportSize(viewport);
    const sees = (which) => page.waitForFunction((which) => {
      const { top, bottom } = document.querySelector(which)?.getBoundingClientRect() ?? { top: -1 };
      return top >= 0 && bottom <= innerHeight;
    }, which, { timeout: 5000 }).then(() => true, () => false);
    const clicks = async (href) => await sees(`.actions a[href="${href}"]`) && page.click(`.actions a[href="${href}"]`).then(() => true);
    await page.goto(`${origin}/`);
    const what = await sees('h1') && await sees('.lead') && await sees('#stage') &&
      /Rust library that plays animation in games/.test(await page.locator('.lead').textContent());
    const fits = await clicks('#engine') && await sees('#engine') && await sees('#engine + table tr:nth-child(2) th');
    await page.screenshot({ path: join(pictures, `question-engine-${name}.png`) });
    await page.goBack();
    await page.evaluate(() => scrollTo(0, 0));
    let starts = await sees('.actions a[href="book/five-minutes.html"]');
    if (whole) {
      starts &&= await clicks('book/five-minutes.html');
      await page.waitForLoadState();
      starts &&= await sees('main pre') && /cargo add/.test(await page.locator('main pre').first().textContent());
      await page.screenshot({ path: join(pictures, `question-start-${name}.png`) });
    }
    console.log(`three questions, ${name}: what is it, 0 clicks ${check(what, `the first screen of a ${name} does not say what this is`)}, ` +
      `does it fit my engine, 1 click ${check(fits, `one click on a ${name} does not show the engines`)}, ` +
      `how do I start, 1 click ${check(starts, `one click on a ${name} does not show how to start`)}`);
    await page.context().close();
  }
}

{
  // The link that is copied leads to the moment at which it was copied, and the page has the name of its room.
  const { page } = await open('#room=2');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.waitForFunction(() => document.documentElement.dataset.digests, null, { timeout: PLAY_MS });
  await page.focus('canvas');
  await page.keyboard.press('Space', { delay: 100 });
  await page.waitForFunction(() => document.documentElement.dataset.link.includes('at='), null, { timeout: 20000 });
  await page.click('#copy');
  await page.waitForFunction(() => document.getElementById('copy').textContent === 'Link copied', null, { timeout: 10000 });
  await page.focus('canvas');
  check(await leaves(page, ['Cueline', 'Book', 'sound', 'copy']), 'keys do not lead out of the showcase');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const millis = /^[^#]*\/showcase\/#room=2&at=(\d+)$/.exec(link)?.[1];
  const { page: other } = await open(link.slice(link.indexOf('#')));
  const there = execFileSync(native, ['--room', 2, '--at', millis ?? 0, '--digest'], { encoding: 'utf8' }).trim();
  console.log('a copied link:', check(millis > 0 && await data(other, 'digest') === there, `the copied link is ${link}`),
    check((await other.title()).startsWith('2 The turn'), `the page is called "${await other.title()}"`));
  await other.context().close();
  await page.context().close();
}

{
  // The address follows the visitor, and the visitor the address, without loading the page again.
  const { page } = await open('#room=4&at=151500');
  await page.evaluate(() => { window.stays = true; });
  const here = async (room, address) => check(await page.waitForFunction(([room, address]) =>
    document.documentElement.dataset.room === room && location.hash === address && window.stays, [room, address], { timeout: 20000 })
    .then(() => true, () => false), `the showcase does not come to ${address}, room ${room}: ` +
    `${await data(page, 'room')} at ${await page.evaluate(() => location.hash)}`);
  const steps = [await here('4', '#room=4&at=151500')];
  await page.focus('canvas');
  await page.keyboard.press('6', { delay: 100 });
  steps.push(await here('6', '#room=6'));
  const plays = await page.waitForFunction(() => document.documentElement.dataset.digests.includes(' '), null, { timeout: PLAY_MS })
    .then(() => true, () => false);
  steps.push(check(plays, 'a room that is chosen after a link stands still'));
  await page.evaluate(() => { location.hash = '#room=2'; });
  steps.push(await here('2', '#room=2'));
  await page.goBack();
  steps.push(await here('6', '#room=6'));
  await page.goBack();
  steps.push(await here('4', '#room=4&at=151500'));
  console.log('the address follows:', steps.join(' '));
  await page.context().close();
}

{
  // Nor does the showcase move by itself, until its visitor presses play.
  const page = await fresh('showcase, little motion');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${origin}/showcase/#room=2`);
  await page.waitForFunction(() => document.documentElement.dataset.digest, null, { timeout: PLAY_MS });
  const before = await data(page, 'digest');
  await page.waitForTimeout(1500);
  check(before === await data(page, 'digest') && await data(page, 'tour') === 'false', 'the showcase moves for who wants little motion');
  await page.context().close();
}

if (whole) {
  const page = await fresh('checkers');
  await page.addInitScript(() => {
    const { clear } = WebGL2RenderingContext.prototype;
    window.frames_drawn = 0;
    WebGL2RenderingContext.prototype.clear = function (mask) {
      window.frames_drawn += 1;
      clear.call(this, mask);
    };
    const { start } = AudioBufferSourceNode.prototype;
    window.loudest = -1;
    AudioBufferSourceNode.prototype.start = function (...when) {
      if (this.context.state === 'running') {
        window.loudest = Math.max(window.loudest, ...this.buffer.getChannelData(0));
      }
      start.apply(this, when);
    };
  });
  const begun = Date.now();
  await page.goto(`${origin}/checkers/`);
  await page.waitForFunction(() => !document.getElementById('said'), null, { timeout: OPEN_MS });
  const took = Date.now() - begun;
  const picture = (name) => page.screenshot({ path: join(pictures, `checkers${name}.png`) });
  await page.waitForTimeout(2000);
  const before = await picture('');
  await page.waitForTimeout(2000);
  const moved = check(!before.equals(await picture('-later')), 'the match of checkers stands still');
  await page.focus('#checkers');
  await page.keyboard.press('Space', { delay: 200 });
  await page.waitForTimeout(2000);
  const drawn = () => page.evaluate(() => window.frames_drawn);
  const paused = await drawn();
  await page.waitForTimeout(2000);
  const rested = check(paused > 0 && paused === await drawn(), 'checkers draws frames while it is paused');
  await picture('-paused');
  const loudest = () => page.evaluate(() => window.loudest);
  const silent = await loudest();
  await page.keyboard.press('Space', { delay: 200 });
  await page.waitForTimeout(4000);
  const sounds = check(silent < 0.01 && await loudest() > 0.02, `checkers is not heard: ${silent}, then ${await loudest()}`);
  const read = check(await reads(page, ['button Menu', 'button Pause'], 'Pause', 'button Play'), 'a screen reader does not read checkers');
  const left = check(await leaves(page, ['Cueline', 'Book']), 'keys do not lead out of checkers');
  console.log(`checkers: open after ${took} ms, plays ${moved}, ` +
    `rests ${rested}, is heard ${sounds}, is read ${read}, is left ${left}`);
  await page.context().close();
}

if (whole) {
  // A file is dropped and typed into, and the page is lost. Then its changes are offered, and others are saved.
  const page = await fresh('studio');
  const shows = (found, timeout) => page.waitForFunction(
    (wanted) => Object.entries(wanted).every(([name, value]) => document.documentElement.dataset[name] === value), found,
    { timeout }).then(() => true, () => false);
  const until = async (what, found) => check(await shows(found, 15000), `the studio does not show ${what}`);
  /** A page that draws without a graphics card may not listen yet: does it again until it shows. */
  const again = async (act, found) => {
    for (let tries = 0; tries < 5; tries += 1) {
      await act();
      if (await shows(found, 3000)) return;
    }
  };
  const drop = () => page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.ron'));
    document.getElementById('studio').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, readFileSync(join(root, 'assets/examples/deal.ron'), 'utf8'));
  const type = (text) => again(async () => {
    await page.mouse.click(1000, 500, { delay: 100 });
    await page.waitForTimeout(500);
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(text, { delay: 50 });
  }, { changed: 'true' });
  const begun = Date.now();
  await page.goto(`${origin}/studio/`);
  await until('the start', { file: '' });
  const took = Date.now() - begun;
  await page.screenshot({ path: join(pictures, 'studio-start.png') });
  await drop();
  const dropped = await until('a dropped file', { file: 'dropped.ron', changed: 'false', problems: '0' });
  await type('// x ');
  const kept = await until('and keep what is typed', { changed: 'true', unkept: 'false' });
  await page.screenshot({ path: join(pictures, 'studio.png') });
  await page.reload();
  await until('the start again, with the file that was never saved', { file: '', stored: 'dropped.ron' });
  await drop();
  const offered = await until('what was not saved', { file: 'dropped.ron', recovered: '1' });
  await type('// y ');
  await again(() => page.keyboard.press('Control+s', { delay: 100 }), { changed: 'false' });
  const read = check(await reads(page, ['button Undo', 'button Play'], 'Play', 'button Pause'), 'a screen reader does not read the studio');
  const saved = await until('a saved file', { changed: 'false', stored: 'dropped.ron' });
  await page.screenshot({ path: join(pictures, 'studio-saved.png') });
  const left = check(await leaves(page, ['Cueline', 'Book']), 'keys do not lead out of the text of the studio');
  const other = await page.context().newPage();
  await other.goto(`${origin}/book/`);
  await other.evaluate(() => localStorage.setItem('cueline/dropped.ron', '('));
  const noticed = await until('what another tab has saved', { changed: 'false', problems: '1' });
  console.log(`studio: open after ${took} ms, dropped ${dropped}, ` +
    `kept ${kept}, offered ${offered}, saved ${saved}, noticed ${noticed} of another tab, read ${read}, left ${left}`);
  await page.context().close();
}

if (whole) {
  // The rooms of the book run in its chapters, each with its number, on a desk and on a phone; keys lead out of them.
  const sources = readdirSync(join(root, 'docs/book/src')).filter((file) => file.endsWith('.md'));
  const marks = sources.flatMap((file) => [...readFileSync(join(root, 'docs/book/src', file), 'utf8').matchAll(/<!-- room (\d) -->/g)]
    .map((mark) => [file.replace('.md', '.html'), mark[1]]));
  check(marks.map(([, room]) => room).sort().join('') === '123456789', `the book has the rooms ${marks}`);
  for (const [name, viewport] of [['desk', { width: 1280, height: 900 }], ['phone', { width: 390, height: 844 }]]) {
    for (const chapter of new Set(marks.map(([file]) => file))) {
      const page = await fresh(`the rooms of ${chapter}, ${name}`);
      await page.setViewportSize(viewport);
      await page.goto(`${origin}/book/${chapter}`);
      for (const [, room] of marks.filter(([file]) => file === chapter)) {
        const place = page.locator(`iframe[src$="#room=${room}"]`);
        await place.scrollIntoViewIfNeeded();
        const frame = await (await place.elementHandle()).contentFrame();
        const runs = await frame.waitForFunction(() => document.documentElement.dataset.digests?.includes(' '), null, { timeout: PLAY_MS })
          .then(() => true, () => false);
        await page.screenshot({ path: join(pictures, `book-room-${room}-${name}.png`) });
        const { width } = await place.boundingBox();
        const fits = width <= viewport.width && await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        await frame.focus('canvas');
        for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape', { delay: 100 });
        const left = await page.evaluate(() => document.activeElement.tagName);
        console.log(`room ${room} of the book, ${name}:`, check(runs, `room ${room} of ${chapter} stands still`),
          check(fits, `room ${room} of ${chapter} is wider than a ${name}`), check(left === 'A', `keys do not lead out of ${chapter}: ${left}`));
      }
      await page.context().close();
    }
  }
}

for (const [name, address, link, title] of !whole ? [] : [
  ['book', 'book/', 'a.next:visible >> nth=0', /Which part to use|Five minutes/],
  ['reference', 'doc/cueline/', 'a:text-is("sequencer") >> nth=0', /cueline::sequencer/],
]) {
  const page = await fresh(name);
  await page.goto(`${origin}/${address}`);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await page.click(link);
  await page.waitForLoadState();
  const there = await page.title();
  console.log(`${name}:`, check(title.test(there), `the ${name} leads to "${there}"`));
  await page.context().close();
}

await browser.close();
server.close();
stranger.close();
for (const failure of failures) console.error(`site: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
