import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CuelineError, Flipbook } from '@cueline/core/flipbook';

test('frames show in order, there and back, and to an end', () => {
  const shown = (book) => Array.from({ length: 8 }, (_, n) => book.frameAt(0, n * 100));
  assert.deepEqual(shown(new Flipbook(4, 100)), [0, 1, 2, 3, 0, 1, 2, 3]);
  assert.deepEqual(shown(new Flipbook(4, 100, { order: 'pingPong' })), [0, 1, 2, 3, 2, 1, 0, 1]);
  assert.deepEqual(shown(new Flipbook(4, 100, { order: 'reverse', offset: 100 })), [2, 1, 0, 3, 2, 1, 0, 3]);
  const once = new Flipbook([100, 300], { times: 1 });
  assert.deepEqual([once.frameAt(0, 99), once.frameAt(0, 100), once.frameAt(0, 999)], [0, 1, 1]);
  assert.deepEqual([once.duration, once.frames, once.isOver(0, 400), once.nextChange(0, 50), once.nextChange(0, 500)], [400, 2, true, 100, undefined]);
  assert.equal(new Flipbook(4, 100).duration, undefined);
});

test('wrong flipbooks are refused', () => {
  const calls = [
    () => new Flipbook(0, 100), () => new Flipbook(4, 0), () => new Flipbook(4, NaN), () => new Flipbook([], {}), () => new Flipbook([100, -1]),
    () => new Flipbook(4, 100, { order: 'back' }), () => new Flipbook(4, 100, { times: 0 }), () => new Flipbook(4), () => new Flipbook(4, 100).frameAt(NaN, 0),
  ];
  for (const call of calls) assert.throws(call, (error) => error instanceof CuelineError && error.code === 'argument', String(call));
});

test('the tables of the Common Lisp flipbook', () => {
  let rows = 0;
  for (const file of ['tables', 'tables_more']) {
    const path = new URL(`../../../conformance/data/flipbook/${file}.json.gz`, import.meta.url);
    const { small: { columns, rows: table } } = JSON.parse(gunzipSync(readFileSync(path)));
    for (const row of table) {
      const { start, now, ticks_per_frame: hold, n, frame } = Object.fromEntries(columns.map((name, place) => [name, Number(row[place])]));
      // A tick is a flick.
      const [from, at, each] = [start, now, hold].map((ticks) => ticks / 705_600);
      assert.equal(new Flipbook(n, each).frameAt(from, at), frame, `${file}: ${row}`);
      rows++;
    }
  }
  assert.equal(rows, 452);
  console.log(`${rows} rows of the recorded tables are equal`);
});
