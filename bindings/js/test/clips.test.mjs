import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Clip, Clips, CuelineError, Player } from '@cueline/core/clips';

const file = readFileSync(new URL('../../door.ron', import.meta.url));
const bits = (number) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
};

test('a file, its clip and its timeline by a player say what the native core says', () => {
  const clips = new Clips().load('door.ron', file);
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
  assert.deepEqual(lines, readFileSync(new URL('../../door.txt', import.meta.url), 'utf8').trim().split('\n'));
});

test('what a library has, and where the numbers of a sample are', () => {
  const clips = new Clips().load('door.ron', file.toString());
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
  clips.load('door.ron', '(version: 1)');
  clips.free();
  assert.equal(open.value('angle', 600)[0], 90);
});

test('a player seeks, reverses, repeats and finishes', () => {
  const open = new Clips().load('door.ron', file).clip('open');
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

test('what is wrong is refused with a code, and changes nothing', () => {
  const clips = new Clips().load('door.ron', file);
  const open = clips.clip('open');
  const player = new Player(open, { at: 0 });
  const before = player.digest();
  const cases = [
    ['damaged-file', () => clips.load('door.ron', file.toString().replace('90.0', 'high'))],
    ['damaged-file', () => clips.load('door.cue', new Uint8Array([1, 2, 3]))],
    ['argument', () => clips.load('door.ron', 7)],
    ['argument', () => clips.load(7, '')],
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
  assert.throws(() => clips.load('door.ron', file.toString().replace('90.0', 'high')), /door\.ron:9:/);
  assert.equal(player.digest(), before);
  player.free();
  assert.throws(() => player.step(0), { code: 'freed' });
});
