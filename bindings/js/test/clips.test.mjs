import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import * as packs from '@cueline/core/clips';
import * as files from '@cueline/core/files';

const file = readFileSync(new URL('../../door.ron', import.meta.url));
const bits = (number) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
};

/** Each of the three kinds twice, of the same duration and with other content. */
const PAIRS = `(version: 1, clips: {
  "walk": (duration: "900ms", tracks: {"x": F64([(at: 0, value: 10.0)]), "at": Vec2([(at: 0, value: (1.0, 2.0))])}),
  "run": (duration: "900ms", tracks: {"x": F64([(at: 0, value: 20.0)]), "at": Vec2([(at: 0, value: (5.0, 0.0))])}),
  "rest": (duration: "900ms", tracks: {"x": Bool([(at: 0, value: true)]), "sign": Text([(at: 0, value: "z")])}),
}, timelines: {
  "enter": (items: [(action: Tween({"x": (from: F64(0.0), to: F64(1.0))}), duration: "900ms")]),
  "leave": (items: [(action: Tween({"x": (from: F64(0.0), to: F64(2.0))}), duration: "900ms")]),
}, flipbooks: {
  "glow": (frames: Run(count: 4, hold: "100ms")),
  "spin": (frames: Run(count: 2, hold: "200ms")),
})`;

/** The two entry points, and how each loads a text: one as it is, the other as a pack of it. */
const ENTRIES = {
  files: [files, (clips, name, text) => clips.load(name, text)],
  clips: [packs, (clips, name, text) => clips.load(name.replace('.ron', '.cuepack'), new files.Clips().load(name, text).pack())],
};
for (const [entry, [{ Clip, Clips, CuelineError, Player, blend }, load]] of Object.entries(ENTRIES)) {

test(`${entry}: a file, its clip and its timeline by a player say what the native core says`, () => {
  const clips = load(new Clips(), 'door.ron', file);
  const lines = [];
  const print = (events) => {
    for (const { kind, item, due, cue } of events) lines.push(`${kind} of ${item} at ${due} ms${cue === undefined ? '' : `: ${cue}`}`);
  };
  const digest = (player) => lines.push(`player: ${player.digest().toString(16).padStart(16, '0')}`);
  const door = new Player(clips.clip('open'), { at: 0 });
  print(door.step(500));
  door.pause(500);
  assert.equal(door.isPaused, true);
  door.resume(800);
  door.setSpeed(800, 2);
  print(door.step(825));
  const [angle] = door.value('angle', 825);
  const light = door.value('light', 825);
  lines.push(bits(angle), bits(light[0]), bits(light[3]), door.text('sign', 825));
  digest(door);
  print(door.step(1000));
  const enter = new Player(clips.timeline('enter'), { at: 0 });
  for (const now of [1000, 2000]) {
    print(enter.step(now));
    enter.resume(now);
    lines.push(bits(enter.value('hero.x', now + 100)[0]));
  }
  digest(enter);
  const again = Player.load(enter.save(), clips.timeline(enter.what.name));
  lines.push(`again: ${again.digest().toString(16).padStart(16, '0')}`);
  const first = new Player(clips.clip('open'), { at: 0 });
  const second = new Player(clips.clip('open'), { at: 200, fadeIn: 400 }); // over the first one, which needs no fade
  lines.push(bits(blend([first, second], 'angle', 400)[0]));
  assert.deepEqual(lines, readFileSync(new URL('../../door.txt', import.meta.url), 'utf8').trim().split('\n'));
});

test(`${entry}: what a library has, and where the numbers of a sample are`, () => {
  const clips = load(new Clips(), 'door.ron', file.toString());
  assert.deepEqual([clips.clipNames, clips.timelineNames, clips.flipbookNames], [['door.ron#open'], ['door.ron#enter'], ['door.ron#walk']]);
  const open = clips.clip('door.ron#open');
  assert.deepEqual([...open.properties.values()], [
    { name: 'angle', first: 0, count: 1 }, { name: 'light', first: 1, count: 4 }, { name: 'sign', first: 5, count: 0 },
  ]);
  assert.equal(open.sample(600).length, 5);
  assert.deepEqual([open.sample(600)[0], open.text('sign', 449), open.text('sign', 450), open.text('angle', 0)], [90, 'closed', 'open', '']);
  assert.equal(open.duration, 900);
  const walk = clips.flipbook('walk');
  assert.deepEqual([walk.frameAt(0, 250), walk.duration, [...walk.properties]], [2, undefined, []]);
  // What was taken out stays, whatever happens to the file.
  load(clips, 'door.ron', '(version: 1)');
  clips.free();
  assert.equal(open.value('angle', 600)[0], 90);
});

test(`${entry}: a player seeks, reverses, repeats and finishes`, () => {
  const open = load(new Clips(), 'door.ron', file).clip('open');
  const player = new Player(open, { at: 0, times: 2, pingPong: true });
  assert.deepEqual(player.seek(0, 700).map(({ kind, cue, reason }) => [kind, cue, reason]), [['start', undefined, 'sought'], ['cue', 'is open', 'sought']]);
  assert.deepEqual([player.position(300), player.pass(300), player.phase(300), player.nextDue], [800, 1, 'playing', 200]);
  assert.deepEqual(player.step(300).map(({ kind }) => kind), ['loop']);
  player.reverse(300);
  assert.equal(player.position(350), 850);
  player.scrub(350, 100);
  assert.deepEqual([player.isPaused, player.position(9999)], [true, 100]);
  player.restart(400);
  const kinds = player.finish(400).map(({ kind, cue, backward }) => `${kind}${cue ? ` ${cue}` : ''}${backward ? ' back' : ''}`);
  assert.deepEqual(kinds, ['start', 'cue creak', 'cue is open', 'loop back', 'cue is open back', 'cue creak back', 'end back']);
  assert.deepEqual([player.isOver, player.phase(400), player.nextDue], [true, 'ended', undefined]);
  assert.equal(new Player(open, { at: 0, range: [100, 200], speed: [1, 2] }).position(100), 150);
});

test(`${entry}: a saved player plays on as the one that was saved, over what it played and nothing else`, () => {
  const clips = load(new Clips(), 'a.ron', PAIRS);
  const all = [clips.clip('walk'), clips.clip('run'), clips.timeline('enter'), clips.timeline('leave'), clips.flipbook('glow'), clips.flipbook('spin')];
  for (const what of all) {
    const player = new Player(what, { at: 0, delay: 50, speed: [3, 2], fadeIn: 100 });
    player.step(100);
    player.pause(120);
    const save = player.save();
    for (const other of all) {
      if (other !== what) assert.throws(() => Player.load(save, other), { code: 'other-content' }, `${what.name} and ${other.name}`);
    }
    const loaded = Player.load(save, what);
    assert.deepEqual([loaded.what, loaded.digest()], [what, player.digest()]);
    for (const each of [player, loaded]) each.resume(200);
    assert.deepEqual(loaded.step(1000), player.step(1000));
    assert.deepEqual(loaded.save(), player.save());
  }
  const save = new Player(all[0], { at: 0 }).save();
  for (let length = 0; length < save.length; length++) {
    assert.throws(() => Player.load(save.subarray(0, length), all[0]), { code: 'damaged-save' }, `${length} bytes`);
  }
  assert.throws(() => Player.load(Uint8Array.of(...save, 0), all[0]), { code: 'damaged-save' });
  assert.throws(() => Player.load(Uint8Array.of(2, ...save.subarray(1)), all[0]), { code: 'other-version' });
  for (const foreign of [null, 'text', [1, 2]]) assert.throws(() => Player.load(foreign, all[0]), { code: 'argument' });
  assert.throws(() => Player.load(save, 'walk'), { code: 'argument' });
});

test(`${entry}: players fade, and blend in the order of a list`, () => {
  const clips = load(new Clips(), 'a.ron', PAIRS);
  const walk = new Player(clips.clip('walk'), { at: 0 });
  const run = new Player(clips.clip('run'), { at: 0, delay: 100, fadeIn: 200 });
  const at = (time) => [blend([walk, run], 'x', time), blend([walk, run], 'at', time)];
  assert.deepEqual([0, 100, 150, 200, 300, 900].map(at), [
    [[10], [1, 2]], [[10], [1, 2]], [[12.5], [2, 1.5]], [[15], [3, 1]], [[20], [5, 0]], [[20], [5, 0]],
  ]);
  assert.deepEqual(blend([run, walk], 'x', 300), [10], 'the last one lies on top');
  assert.deepEqual([run.weight(150), blend([run], 'x', 150), blend([run], 'x', 99)], [0.25, [20], undefined]);
  walk.fadeTo(0, 0.5, 0);
  assert.equal(walk.weight(0), 0.5);
  walk.fadeOut(0, 200);
  assert.deepEqual([blend([walk], 'x', 199), blend([walk], 'x', 200)], [[10], undefined]);
  const { kind, reason, due } = walk.step(1000).at(-1);
  assert.deepEqual([kind, reason, due], ['end', 'cancelled', 200]);

  const rest = new Player(clips.clip('rest'), { at: 0 });
  assert.equal(blend([], 'x', 0), undefined);
  assert.deepEqual(blend([run, rest], 'at', 300), [5, 0], 'one of them has it');
  const cases = [
    ['unknown-name', () => blend([run, rest], 'y', 300)],
    ['argument', () => blend([run, rest], 'x', 300)],
    ['argument', () => blend([run, rest], 'sign', 300)],
    ['argument', () => blend(run, 'x', 300)],
    ['argument', () => blend([run, {}], 'x', 300)],
    ['argument', () => blend([run], 'x', NaN)],
    ['argument', () => blend([run], 7, 0)],
    ['argument', () => run.fadeTo(0, NaN, 0)],
    ['argument', () => run.fadeTo(0, -0.1, 0)],
    ['argument', () => run.fadeTo(0, 65536, 0)],
    ['argument', () => run.fadeOut(0, NaN)],
    ['argument', () => new Player(clips.clip('run'), { at: 0, fadeIn: -1 })],
    ['argument', () => new Player(clips.clip('run'), { at: 0, weight: Infinity })],
  ];
  for (const [code, call] of cases) assert.throws(call, (error) => error instanceof CuelineError && error.code === code, String(call));
  rest.free();
  assert.throws(() => blend([run, rest], 'at', 300), { code: 'freed' });
});

test(`${entry}: what is wrong is refused with a code, and changes nothing`, () => {
  const clips = load(new Clips(), 'door.ron', file);
  const open = clips.clip('open');
  const player = new Player(open, { at: 0 });
  const before = player.digest();
  const cases = [
    ['damaged-file', () => clips.load('door.cue', new Uint8Array([1, 2, 3]))],
    ['argument', () => clips.load('door.ron', 7)],
    ['argument', () => clips.load(7, '')],
    ['argument', () => clips.clip('n'.repeat(2 ** 25 + 1))],
    ['unknown-name', () => clips.clip('opne')],
    ['unknown-name', () => clips.timeline('open')],
    ['unknown-name', () => open.value('angel', 0)],
    ['argument', () => open.sample(NaN)],
    ['argument', () => new Player({}, { at: 0 })],
    ['argument', () => new Player(open)],
    ['argument', () => new Player(open, { at: 0, times: 0 })],
    ['argument', () => new Player(open, { at: 0, speed: 0.5 })],
    ['argument', () => new Player(open, { at: 0, range: [2, 1] })],
    ['argument', () => new Player(open, { at: 0, range: [1, 1], times: 2 })],
    ['argument', () => new Clip()],
    ['argument', () => player.step(NaN)],
    ['argument', () => player.seek(0, 0, 'loud')],
    ['endless', () => new Player(open, { at: 0, times: Infinity }).finish(0)],
  ];
  for (const [code, call] of cases) assert.throws(call, (error) => error instanceof CuelineError && error.code === code, String(call));
  assert.throws(() => clips.clip('opne'), /open/);
  assert.equal(player.digest(), before);
  player.free();
  assert.throws(() => player.step(0), { code: 'freed', message: /^object: found/ });
});

}

test('a file with problems is refused with the line of each', () => {
  const clips = new files.Clips();
  const problem = { code: 'damaged-file', message: /door\.ron:9:/ };
  assert.throws(() => clips.load('door.ron', file.toString().replace('90.0', 'high')), problem);
  assert.deepEqual(clips.clipNames, []);
});

test('what is no pack is refused, and the packs that are loaded stay', () => {
  const pack = new files.Clips().load('door.ron', file).load('a.ron', PAIRS).pack();
  const clips = new packs.Clips().load('all.cuepack', pack);
  const refused = (bytes, message) => assert.throws(() => clips.load('all.cuepack', bytes), { code: 'damaged-file', message });
  refused(file, /core.files/);
  refused(pack.with(8, 2), /this version/);
  for (let length = 0; length < 8; length++) refused(pack.subarray(0, length), /core.files/);
  for (let length = 8; length < pack.length; length += length < 40 ? 1 : 37) refused(pack.subarray(0, length), /damaged|this version/);
  for (let place = 10; place < pack.length; place += 13) refused(pack.with(place, pack[place] ^ 16), /damaged/);
  refused(Uint8Array.of(...pack, 0), /damaged/);
  assert.throws(() => clips.load('all.cuepack', 'text'), { code: 'argument', message: /core\/files read texts/ });
  assert.throws(() => new packs.Clips().clip('hop'), { code: 'unknown-name', message: /there is none/ });
  assert.equal(clips.clip('open').duration, 900);
});

test('a name that two packs have is refused, and its full names lead to each', () => {
  const pack = (name, to) => new files.Clips().load(name, `(version: 1, clips: {"hop": (duration: "${to}ms")})`).pack();
  const clips = new packs.Clips().load('1', pack('a.ron', 100)).load('2', pack('b.ron', 200));
  assert.throws(() => clips.clip('hop'), { code: 'unknown-name', message: /a\.ron#hop, b\.ron#hop/ });
  assert.deepEqual(['a.ron#hop', 'b.ron#hop'].map((name) => clips.clip(name).duration), [100, 200]);
  assert.deepEqual(clips.load('2', pack('c.ron', 300)).clipNames, ['a.ron#hop', 'c.ron#hop']);
});

test('a player that was saved over a file plays on over a pack of it', () => {
  const text = new files.Clips().load('a.ron', PAIRS);
  const clips = new packs.Clips().load('a', text.pack());
  for (const kind of ['clip', 'timeline', 'flipbook']) {
    const name = text[`${kind}Names`][0];
    const player = new files.Player(text[kind](name), { at: 0 });
    player.step(100);
    assert.equal(packs.Player.load(player.save(), clips[kind](name)).digest(), player.digest(), name);
  }
});
