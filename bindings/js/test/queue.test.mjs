import assert from 'node:assert/strict';
import test from 'node:test';
import { CuelineError, Motions, Queue } from '@cueline/core';

const thrown = (call, code) => {
  let error;
  try {
    call();
  } catch (caught) {
    error = caught;
  }
  assert.ok(error instanceof CuelineError, `a CuelineError, not ${error}, from ${call}`);
  assert.equal(error.code, code, error.message);
  return error;
};

test('epochs play in order, and a long step crosses them', () => {
  const queue = new Queue();
  const calls = [];
  queue.enqueue('attack', 300);
  queue.concurrently('damage', 500);
  queue.enqueue('counter-attack', 300);
  queue.background('toast', 1000);
  queue.advance(600, ({ payload, started, ended, elapsed }) => calls.push([payload, started, ended, elapsed]));
  assert.deepEqual(calls, [
    ['attack', true, true, 300], ['damage', true, true, 500], ['counter-attack', true, false, 100], ['toast', true, false, 100],
  ]);
  assert.equal(queue.length, 2);
  assert.equal(queue.time, 600);
  assert.equal(queue.nextMoment, 800);
});

test('what a last call queues starts at the exact end of the entry', () => {
  for (const frame of [7, 16, 100]) {
    const queue = new Queue();
    let land;
    queue.enqueue('hop', 40);
    while (land === undefined) {
      queue.advance(frame, ({ payload, ended }, inside) => {
        if (payload === 'hop' && ended) land = inside.enqueue('land', 100);
      });
    }
    assert.equal(queue.agenda().find(({ id }) => id === land).start, 40, `in frames of ${frame} ms`);
  }
});

test('updates are decoded lazily and refused after the next step', () => {
  const queue = new Queue();
  queue.enqueue({ name: 'slide' }, 200);
  const updates = queue.advance(50);
  assert.equal(updates.length, 1);
  assert.equal(updates.at(0).progress, 0.25);
  assert.equal(updates.at(-1).remaining, 150);
  assert.equal(updates.at(1), undefined);
  assert.deepEqual([...updates].map(({ payload }) => payload.name), ['slide']);
  assert.equal(updates.raw[3], 50 * 705_600);
  queue.advance(50);
  thrown(() => [...updates], 'stale-updates');
});

test('a view is empty once the memory has grown, and a new view is right', () => {
  const queue = new Queue();
  queue.enqueue(1, 100);
  const updates = queue.advance(10);
  const view = updates.raw;
  const many = Array.from({ length: 3000 }, () => new Queue());
  many.forEach((other) => {
    for (let n = 0; n < 60; n++) other.enqueue(n, 100);
  });
  assert.equal(view.length, 0, 'the memory has grown');
  assert.equal(updates.raw.length, 8);
  assert.equal(updates.at(0).payload, 1);
  many.forEach((other) => other.free());
});

test('a loop over updates goes on while the memory grows, and ends with an error when they are gone', () => {
  const queue = new Queue();
  for (const payload of ['a', 'b', 'c']) queue.concurrently(payload, 100);
  const updates = queue.advance(10);
  const view = updates.raw;
  const [seen, many] = [[], []];
  for (const { payload, elapsed } of updates) {
    seen.push([payload, elapsed]);
    while (view.length > 0) many.push(new Motions(100_000));
  }
  many.forEach((motions) => motions.free());
  assert.deepEqual(seen, [['a', 10], ['b', 10], ['c', 10]]);
  for (const [gone, code] of [[() => queue.advance(1), 'stale-updates'], [() => queue.free(), 'freed']]) {
    const loop = queue.advance(1)[Symbol.iterator]();
    assert.equal(loop.next().value.payload, 'a');
    gone();
    thrown(() => loop.next(), code);
  }
});

test('an exception of a callback is thrown after the step, which is whole', () => {
  const queue = new Queue();
  queue.enqueue('a', 10);
  queue.enqueue('b', 10);
  const throwing = () => {
    throw new RangeError('mine');
  };
  assert.throws(() => queue.advance(15, throwing), { name: 'RangeError', message: 'mine' });
  assert.equal(queue.time, 15);
  assert.equal(queue.length, 1);
});

test('a callback may not step, copy or free its own queue, but may step another one', () => {
  const queue = new Queue();
  const other = new Queue();
  queue.enqueue('a', 10);
  other.enqueue('b', 10);
  const seen = [];
  queue.advance(5, (update, inside) => {
    const calls = [
      () => inside.advance(1), () => inside.clone(), () => inside.free(), () => inside.digest(), () => inside.time,
      () => inside.finish(),
    ];
    for (const call of calls) thrown(call, 'busy');
    other.advance(5, ({ payload }) => seen.push(payload));
    inside.concurrently('c', 10);
    seen.push(update.payload);
  });
  assert.deepEqual(seen, ['b', 'a']);
  assert.equal(queue.length, 2);
});

test('commands of a callback: release, cancel, cue, epoch, label', () => {
  const queue = new Queue();
  const wait = queue.enqueue('wait', 'open');
  const fire = queue.background('fire', Infinity);
  queue.now('card', 40);
  queue.advance(50, ({ payload, ended }, inside) => {
    if (payload !== 'card' || !ended) return;
    assert.equal(inside.release(wait), true);
    assert.equal(inside.cancel(fire), true);
    inside.cue(25, 7);
    inside.newEpoch();
    inside.label('next');
    inside.enqueue('next', 10);
  });
  const events = [...queue.events()];
  assert.ok(events.some(({ kind, cue, due }) => kind === 'cue' && cue === 7 && due === 25));
  assert.ok(events.some(({ kind, id, due, reason }) => kind === 'end' && id === fire && due === 40 && reason === 'cancelled'));
  assert.ok(events.some(({ kind, id, due }) => kind === 'end' && id === wait && due === 40));
  assert.equal(queue.has(fire), false);
  queue.enqueue('later', 10);
  queue.flush();
  assert.equal(queue.length, 0);
});

test('a skip ends at an epoch, a moment, a label, an open entry or the end', () => {
  const build = () => {
    const queue = new Queue();
    queue.enqueue('one', 10);
    queue.enqueue('two', 10);
    queue.label('boss');
    queue.enqueue('three', 10);
    queue.enqueue('choice', 'open');
    return queue;
  };
  const ended = (until) => {
    const queue = build();
    queue.advance(0);
    return [...queue.skip(until)].filter(({ ended }) => ended).map(({ payload }) => payload);
  };
  assert.deepEqual(ended('epoch'), ['one']);
  assert.deepEqual(ended('moment'), ['one']);
  assert.deepEqual(ended({ label: 'boss' }), ['one', 'two']);
  assert.deepEqual(ended('open'), ['one', 'two', 'three']);
  assert.deepEqual(ended('end'), ['one', 'two', 'three', 'choice']);
  assert.equal(build().isAhead('boss'), true);
  assert.equal(thrown(() => build().skip({ label: 'bos' }), 'unknown-label').found, 'bos');
});

test('a promise settles with the reason when its entry has ended', async () => {
  const queue = new Queue();
  const played = queue.enqueue('played', 10);
  const skipped = queue.enqueue('skipped', 10);
  const cancelled = queue.enqueue('cancelled', 10);
  const all = Promise.all([queue.finished(played), queue.finished(skipped), queue.finished(cancelled)]);
  assert.equal(queue.finished(played), queue.finished(played), 'one promise for one entry');
  queue.advance(10);
  queue.skip('epoch');
  queue.cancel(cancelled);
  queue.advance(0);
  assert.deepEqual(await all, ['played', 'skipped', 'cancelled']);
  await assert.rejects(queue.finished(played), { code: 'stale-entry' });
  const freed = queue.finished(queue.enqueue('never', 10));
  queue.free();
  await assert.rejects(freed, { code: 'freed' });
});

test('a copy goes on by itself, and a queue can be set back to it', () => {
  const queue = new Queue();
  queue.enqueue('a', 100);
  queue.enqueue('b', 100);
  queue.advance(30);
  const copy = queue.clone();
  assert.ok(copy instanceof Queue && copy.equals(queue));
  queue.advance(100);
  assert.equal(copy.equals(queue), false);
  assert.equal(copy.agenda()[0].payload, 'a');
  const digest = queue.digest();
  queue.restore(copy);
  assert.ok(queue.equals(copy));
  queue.advance(100);
  assert.equal(queue.digest(), digest);
  assert.deepEqual([...queue.advance(1)].map(({ payload }) => payload), ['b']);
});

test('the digest holds the numbers of payloads, not the payloads', () => {
  const digest = (payload, options) => {
    const queue = new Queue();
    queue.enqueue(payload, 100, options);
    return queue.digest();
  };
  assert.equal(digest('attack', { number: 7 }), digest(7));
  assert.notEqual(digest(7), digest(8));
  assert.equal(digest({}), digest('text'));
});

test('the payload of an entry that has ended is forgotten', async () => {
  const queue = new Queue();
  let forgotten = 0;
  const registry = new FinalizationRegistry(() => forgotten++);
  const fill = (ms) => {
    for (let n = 0; n < 100; n++) {
      const payload = { n };
      registry.register(payload, n);
      queue.enqueue(payload, ms);
    }
  };
  fill(1);
  for (let n = 0; n < 120; n++) queue.advance(1);
  fill(1000);
  queue.flush();
  queue.advance(0);
  for (let n = 0; n < 50 && forgotten < 199; n++) {
    globalThis.gc();
    await new Promise((done) => setTimeout(done, 5));
  }
  assert.ok(forgotten >= 199, `${forgotten} of 200`);
});

test('a wrong argument is refused with what was found and needed, and changes nothing', () => {
  const queue = new Queue();
  queue.enqueue('a', 100);
  const before = queue.digest();
  const calls = [
    () => queue.enqueue('b', NaN), () => queue.enqueue('b', Infinity), () => queue.enqueue('b', '300'),
    () => queue.enqueue('b', 1e300), () => queue.enqueue('b', 10, { delay: NaN }),
    () => queue.enqueue('b', 10, { number: -1 }), () => queue.enqueue('b', 10, { number: 1.5 }),
    () => queue.enqueue('b', null), () => queue.advance(-1), () => queue.advance(NaN), () => queue.advance(undefined),
    () => queue.advance(1, 'callback'), () => queue.skip('boss'), () => queue.skip(null), () => queue.cancel(-1),
    () => queue.cancel('1'), () => queue.finishEntry(1.5), () => queue.release({}), () => queue.after('x', 'b', 10),
    () => queue.label(7), () => queue.restore({}), () => queue.equals(null), () => new Queue({ at: NaN }),
    () => queue.sample(NaN), () => queue.has(NaN),
  ];
  for (const call of calls) {
    const error = thrown(call, 'argument');
    assert.ok('found' in error && error.needed.length > 3 && error.message.includes(error.needed), String(call));
  }
  thrown(() => queue.cue(1, 1), 'busy');
  assert.equal(queue.digest(), before);
});

test('an error says what kind of thing was found, not what a minifier calls its class', () => {
  class Mine {}
  const kinds = [
    [[], 'Array'], [new Uint8Array(1), 'Uint8Array'], [{}, 'Object'], [new Mine(), 'Object'], [new Queue(), 'Object'], [() => 1, 'a function'],
    ['300', '"300"'], [null, 'null'], [5n, '5'], [NaN, 'NaN'], [Object.create(null), 'Object'],
  ];
  for (const [found, named] of kinds) {
    const error = thrown(() => new Queue().enqueue('a', found), 'argument');
    assert.ok(error.message.startsWith(`duration: found ${named}, needed milliseconds`), error.message);
    assert.equal(Object.is(error.found, found), true);
  }
});

test('stale ids do nothing and say so', () => {
  const queue = new Queue();
  const id = queue.enqueue('a', 10);
  queue.advance(20);
  for (const stale of [id, 99, Number.MAX_SAFE_INTEGER]) {
    assert.equal(queue.cancel(stale), false);
    assert.equal(queue.finishEntry(stale), false);
    assert.equal(queue.release(stale), false);
    assert.equal(queue.has(stale), false);
    assert.equal(queue.payload(stale), undefined);
  }
});

test('a freed queue refuses every call; freeing twice is harmless; `using` frees', () => {
  const queue = new Queue();
  queue.free();
  queue.free();
  const calls = [
    () => queue.enqueue('a', 1), () => queue.advance(1), () => queue.digest(), () => queue.flush(), () => queue.length,
    () => queue.clone(), () => queue.newEpoch(), () => queue.label('a'), () => queue.cancel(0), () => new Queue().equals(queue),
  ];
  for (const call of calls) thrown(call, 'freed');
  const used = new Queue();
  used[Symbol.dispose]();
  thrown(() => used.length, 'freed');
  assert.throws(() => Queue.prototype.advance.call({}, 1), TypeError, 'a foreign object');
});

test('a chain without an end stops with an error, and the queue lives on', () => {
  const queue = new Queue();
  queue.enqueue('first');
  assert.match(thrown(() => queue.advance(1, (_, inside) => inside.enqueue('again')), 'runaway').message, /without duration/);
  queue.flush();
  queue.enqueue('a', 10);
  assert.equal(queue.advance(10).length, 1);
  queue.enqueue('endless', 10);
  const endless = (update, inside) => {
    if (update.ended) inside.enqueue('endless', 10);
  };
  thrown(() => queue.finish(endless), 'runaway');
});

test('what shows between two steps can be sampled', () => {
  const queue = new Queue();
  queue.enqueue('slide', 100);
  queue.advance(40);
  assert.equal(queue.sample(50)[0].progress, 0.5);
  assert.equal(queue.time, 40);
  assert.equal(JSON.parse(JSON.stringify(queue)).entries[0].payload, 'slide');
});

test('a queue that has refused to be freed is freed when it is forgotten', async () => {
  const freed = [];
  const { unregister } = FinalizationRegistry.prototype;
  FinalizationRegistry.prototype.unregister = function (token) {
    freed.push(token);
    return unregister.call(this, token);
  };
  try {
    const queue = new Queue();
    queue.enqueue('a', 10);
    queue.advance(5, (_, inside) => thrown(() => inside.free(), 'busy'));
    assert.deepEqual(freed, [], 'its registration stays');
    queue.free();
    assert.deepEqual(freed, [queue]);
  } finally {
    FinalizationRegistry.prototype.unregister = unregister;
  }
});
