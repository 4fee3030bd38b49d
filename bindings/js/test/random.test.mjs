// Random calls with wrong arguments, stale ids, freed objects and foreign bytes: each returns or throws a CuelineError, the
// module never traps, and its memory does not grow. `CUELINE_SEQUENCES` sets how many sequences there are.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

// The module of the file for pages, so that the test can see its memory.
let memory;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...args) => {
  const made = await instantiate(...args);
  memory = (made.instance ?? made).exports.memory;
  return made;
};
const { CuelineError, Motions, Moving, Queue, ease, easingNames, init, moveAll } = await import('../dist/save.js');
await init();

const SEQUENCES = Number(process.env.CUELINE_SEQUENCES ?? 3000);

/** A small generator of numbers (mulberry32), so that a failure can be played again. */
function generator(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  return { next, below, of: (list) => list[below(list.length)] };
}

/** The checksum of packs and saves: FNV-1a of the number of its bytes and of the bytes. */
function checksum(bytes) {
  let hash = 0xcbf29ce484222325n;
  const count = new Uint8Array(BigUint64Array.of(BigInt(bytes.length)).buffer);
  for (const byte of [...count, ...bytes]) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
/** These bytes as the module saves them, with their checksum behind them. */
function save(bytes) {
  return Uint8Array.of(...bytes, ...new Uint8Array(BigUint64Array.of(checksum(bytes)).buffer));
}

const WRONG = [
  NaN, Infinity, -Infinity, -1, -0, 0.5, 1e300, 2 ** 53, 2 ** 63, null, undefined, '', '7', 'boss', {}, [], true, 5n, Symbol('s'),
  () => 7, new Uint8Array(3), { at: NaN }, { label: 'boss' }, { delay: -5, number: 3 },
];
const QUEUE = [
  'enqueue', 'concurrently', 'background', 'blocking', 'nonBlocking', 'now', 'after', 'newEpoch', 'label', 'isAhead', 'advance',
  'finish', 'skip', 'release', 'finishEntry', 'cancel', 'flush', 'cue', 'has', 'payload', 'events', 'agenda', 'sample', 'finished',
  'clone', 'restore', 'equals', 'digest', 'toJSON', 'save', 'free',
];
const MOTIONS = [
  'sample', 'value', 'velocity', 'target', 'settlesAt', 'isSettled', 'set', 'tweenTo', 'thenTweenTo', 'glideTo', 'springTo',
  'thenSpringTo', 'throwTo', 'finish', 'clone', 'digest', 'save', 'free',
];

function sequence(seed, counts) {
  const random = generator(seed);
  const queues = [new Queue()];
  const motions = [new Motions(3)];
  const all = [...queues, ...motions];
  const argument = () => {
    const kind = random.below(10);
    if (kind < 3) return random.below(200);
    if (kind < 4) return random.next() * 1000;
    if (kind < 5) return random.of(queues);
    if (kind < 6) return random.of(['epoch', 'moment', 'open', 'end', { label: 'boss' }, 'open']);
    if (kind < 7) return { at: random.below(500), duration: random.below(300), delay: random.below(50), easing: random.of(easingNames), velocity: 5 };
    if (kind < 8) return { at: random.below(500), stiffness: random.below(300), damping: random.below(20), velocity: random.of(WRONG) };
    return random.of(WRONG);
  };
  const act = (depth) => {
    const isQueue = random.below(3) > 0;
    const object = random.of(isQueue ? queues : motions);
    let method = random.of(isQueue ? QUEUE : MOTIONS);
    if (method === 'free' && random.below(8) > 0) method = 'digest';
    const args = Array.from({ length: random.below(4) }, argument);
    if (['advance', 'finish', 'skip'].includes(method) && depth < 2 && random.below(2) === 0) {
      let calls = 0;
      args[method === 'finish' ? 0 : 1] = () => {
        if (calls++ < 4) act(depth + 1);
      };
    }
    const run = random.below(20);
    let result;
    try {
      if (run === 0) result = Queue.load(random.of([save(new Uint8Array(random.below(40)).map(() => random.below(256))), ...WRONG]));
      else if (run === 1) result = Motions.load(random.of([save(new Uint8Array(random.below(40)).map(() => random.below(4))), ...WRONG]));
      else if (run === 2) ease(argument(), argument());
      else if (run === 3) moveAll(argument(), argument(), argument());
      else if (run === 4) new Moving(argument()).free();
      else if (run === 5) Moving.load(save(new Uint8Array(random.below(40)).map(() => random.below(4)))).free();
      else result = object[method](...args);
      counts.returned++;
    } catch (error) {
      if (!(error instanceof CuelineError)) throw new Error(`seed ${seed}: ${method}(${args.map(String)})`, { cause: error });
      counts.thrown++;
    }
    if (result instanceof Promise) result.catch(() => {});
    else if (result instanceof Queue || result instanceof Motions) {
      all.push(result);
      (result instanceof Queue ? queues : motions).push(result);
    } else if (typeof result?.[Symbol.iterator] === 'function') {
      try {
        [...result];
      } catch (error) {
        if (!(error instanceof CuelineError)) throw error;
      }
    }
  };
  for (let n = 0; n < 20; n++) act(0);
  all.forEach((object) => object.free());
}

test(`${SEQUENCES} random sequences neither trap nor leak`, () => {
  const counts = { returned: 0, thrown: 0 };
  let settled;
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    sequence(seed, counts);
    if (seed === Math.floor(SEQUENCES / 2)) settled = memory.buffer.byteLength;
  }
  assert.ok(counts.returned > SEQUENCES && counts.thrown > SEQUENCES, JSON.stringify(counts));
  // A leak of eight bytes a sequence would need more pages in the second half of 100,000 sequences.
  assert.ok(memory.buffer.byteLength <= settled + 65536, `${settled} bytes, then ${memory.buffer.byteLength}`);
  console.log(`${counts.returned} calls returned, ${counts.thrown} threw; ${memory.buffer.byteLength} bytes of memory`);
});

const time = await import('../dist/time.js');
await time.init();
const timeMemory = memory;
const book = await import('../dist/flipbook.js');
await book.init();
const bookMemory = memory;
const sources = await import('../dist/files.js');
await sources.init();
const sourcesMemory = memory;
const door = new sources.Clips().load('door.ron', readFileSync(new URL('../../door.ron', import.meta.url)));
const files = await import('../dist/clips.js');
await files.init();
const filesMemory = memory;
const pack = door.pack();
/** Objects that also try to copy and to load themselves, changed. */
const loading = (Kind) => class extends Kind {
  loaded(place, byte) {
    const state = this.save().slice(0, -8);
    if (Number.isFinite(place)) state[Math.abs(Math.trunc(place)) % state.length] = Number.isFinite(byte) ? byte : 7;
    this.clone().free();
    Kind.load(save(state)).free();
  }
};
const Clock = loading(time.Clock);
const FixedStep = loading(time.FixedStep);
/** A player that also tries what takes players and saves. */
class Player extends files.Player {
  blended(name, now) {
    return files.blend([this, this], typeof name === 'string' ? name : 'angle', now);
  }
  loaded(place, byte) {
    const state = this.save().slice(0, -8);
    if (Number.isFinite(place)) state[Math.abs(Math.trunc(place)) % state.length] = Number.isFinite(byte) ? byte : 7;
    files.Player.load(save(state), this.what).free();
  }
}
const open = new files.Clips().load('door.cuepack', pack).clip('open');
/** Packs that also come with a changed byte, whose checksum is that of the change, too. */
class Packs extends files.Clips {
  loadChanged(place, byte) {
    const bytes = pack.slice();
    if (Number.isFinite(place)) bytes[18 + (Math.abs(Math.trunc(place * 7919)) % (bytes.length - 18))] = Number.isFinite(byte) ? byte : 7;
    new DataView(bytes.buffer).setBigUint64(10, checksum(bytes.subarray(18)), true);
    this.load('door.cuepack', bytes);
    for (const what of [...this.clipNames.map((name) => this.clip(name)), ...this.timelineNames.map((name) => this.timeline(name))]) {
      what.sample(100);
      what.free();
    }
  }
}

/** What is made of random arguments, and what is called with some. */
const MADE = [
  [(...args) => new Clock(...args), ['advance', 'step', 'setSpeed', 'pause', 'resume', 'digest', 'loaded']],
  [(...args) => new FixedStep(...args), ['advance', 'frameAt', 'setSpeed', 'digest', 'loaded']],
  [(points) => time.EasingPath.line(points), ['at']],
  [(start, segments) => time.EasingPath.curve(start, segments), ['at']],
  [(...args) => new book.Flipbook(...args), ['frameAt', 'nextChange', 'isOver']],
  [() => new sources.Clips(), ['load', 'clip', 'timeline', 'flipbook', 'pack']],
  [() => new Packs(), ['load', 'loadChanged', 'clip', 'timeline', 'flipbook']],
  [
    (options, at) => new Player(open, { at, ...options }),
    [
      'step', 'seek', 'finish', 'pause', 'resume', 'restart', 'reverse', 'setSpeed', 'scrub', 'position', 'pass', 'phase', 'sample',
      'value', 'text', 'digest', 'fadeTo', 'fadeOut', 'weight', 'save', 'blended', 'loaded',
    ],
  ],
];

const sizes = () => [timeMemory, bookMemory, sourcesMemory, filesMemory].map(({ buffer }) => buffer.byteLength);

test('random clocks, loops, paths, flipbooks, files and players neither trap nor leak', () => {
  let returned = 0;
  let thrown = 0;
  let settled;
  const half = Math.floor(SEQUENCES / 2);
  for (let count = 1; count <= SEQUENCES; count++) {
    // The second half plays the sequences of the first again: only a leak needs more memory, not a pack that claims a long list.
    const seed = count > half ? count - half : count;
    const random = generator(seed);
    const number = () => random.of([random.below(200), random.next() * 1e4, random.next(), ...WRONG]);
    const argument = () => random.of([
      number, () => [random.below(9), random.below(9)], () => [[0, 0], [0.5, number()], [1, 1]], () => [[number(), 0, 1, 1, 1, 1]],
      () => ({ at: number(), speed: number(), maxTicks: number(), catchUp: random.of(['drop', 'reset', { carry: number() }]), times: number() }),
    ])();
    const [make, methods] = random.of(MADE);
    const calls = [() => make(argument(), argument(), argument())];
    let object;
    for (let n = 0; n < 10; n++) calls.push(() => object?.[random.of(methods)](argument(), argument()));
    calls.push(() => object?.free(), () => object?.[methods[0]](1, 1));
    for (const call of calls) {
      try {
        const result = call();
        object ??= result;
        returned++;
      } catch (error) {
        if (!(error.name === 'CuelineError')) throw new Error(`seed ${seed}: ${call}: ${error.stack}`, { cause: error });
        thrown++;
      }
    }
    if (count === half) settled = sizes();
  }
  assert.ok(returned > SEQUENCES && thrown > SEQUENCES, `${returned}, ${thrown}`);
  assert.deepEqual(sizes(), settled);
});
