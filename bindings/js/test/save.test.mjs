import assert from 'node:assert/strict';
import test from 'node:test';
import * as core from '@cueline/core';
import { Motions, Queue } from '@cueline/core/save';

test('a saved queue plays on as the one that was saved', () => {
  const queue = new Queue();
  queue.enqueue('attack', 300, { number: 1 });
  queue.enqueue('counter', 300, { number: 2 });
  queue.advance(100);
  const names = ['', 'attack', 'counter'];
  const loaded = Queue.load(queue.save(), (number) => names[number]);
  assert.ok(loaded instanceof Queue && loaded.equals(queue));
  assert.deepEqual(loaded.agenda(), queue.agenda());
  for (const each of [queue, loaded]) each.advance(250);
  assert.equal(loaded.digest(), queue.digest());
  assert.equal(Queue.load(queue.save()).agenda()[0].payload, 2, 'without names, the numbers');
  assert.equal(Queue.load(queue.clone().save()).digest(), queue.digest());
});

test('saved motions go on as those that were saved', () => {
  const x = new Motions(3);
  x.tweenTo(0, 10, { at: 0, duration: 100, easing: 'outElastic' });
  x.springTo(1, 10, { at: 0, duration: 100, bounce: 0.4 });
  const loaded = Motions.load(x.save());
  assert.equal(loaded.length, 3);
  assert.deepEqual([...loaded.sample(50)], [...x.sample(50)]);
  assert.equal(loaded.digest(1), x.digest(1));
});

test('bytes that are no save are refused: cut, changed, foreign, of a later version', () => {
  const queue = new Queue();
  queue.enqueue(1, 300);
  queue.advance(100);
  const motions = new Motions(2, 5);
  const saves = [[queue.save(), (bytes) => Queue.load(bytes)], [motions.save(), (bytes) => Motions.load(bytes)]];
  for (const [save, load] of saves) {
    for (let length = 0; length < save.length; length++) {
      assert.throws(() => load(save.subarray(0, length)), { code: 'damaged-save' }, `${length} bytes`);
    }
    assert.throws(() => load(Uint8Array.of(...save, 0)), { code: 'damaged-save' }, 'one byte more');
    assert.throws(() => load(Uint8Array.of(2, ...save.subarray(1))), { code: 'other-version' });
    for (const foreign of [null, 'text', [1, 2], new ArrayBuffer(4), undefined]) {
      assert.throws(() => load(foreign), { code: 'argument' });
    }
    for (let place = 1; place < save.length; place++) {
      const changed = save.slice();
      changed[place] ^= 1 << place % 8;
      assert.throws(() => load(changed), { code: 'damaged-save' }, `a bit of byte ${place}`);
    }
  }
});

test('both entry points have the same digests', () => {
  const digest = ({ Queue }) => {
    const queue = new Queue();
    queue.enqueue(1, 300);
    return queue.digest();
  };
  assert.equal(digest(core), digest({ Queue }));
});
