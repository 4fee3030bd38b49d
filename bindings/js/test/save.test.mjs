import assert from 'node:assert/strict';
import test from 'node:test';
import * as core from '@cueline/core';
import { Motions, Moving, Queue } from '@cueline/core/save';
import { Clock, FixedStep } from '@cueline/core/time';

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

test('a saved value goes on as the one that was saved, and so does a copy', () => {
  const x = new Moving(0);
  x.springTo(10, { at: 0, duration: 100, bounce: 0.4 });
  for (const other of [Moving.load(x.save()), x.clone(), x.clone().clone()]) {
    assert.ok(other instanceof Moving);
    assert.equal(other.value(50), x.value(50));
    assert.equal(other.digest(), x.digest());
    other.set(3);
    assert.notEqual(other.digest(), x.digest(), 'a state of its own');
    assert.equal(Moving.load(other.save()).value(0), 3);
    other.free();
  }
  assert.equal(Motions.load(x.save()).value(0, 50), x.value(50));
  assert.throws(() => Moving.load(new Motions(2).save()), { code: 'damaged-save', found: '2 values' });
});

test('a saved clock and a saved loop go on to the flick as those that were saved', () => {
  const clock = new Clock({ at: 5, speed: [1, 11] });
  clock.advance(1); // a part of a flick is left over
  const loop = new FixedStep([60000, 1001], { maxTicks: 3, catchUp: { carry: 1000 } });
  loop.advance(123);
  for (const [one, load, kind] of [[clock, Clock.load, Clock], [loop, FixedStep.load, FixedStep]]) {
    for (const other of [load(one.save()), one.clone()]) {
      assert.ok(other instanceof kind);
      assert.equal(other.digest(), one.digest());
      assert.deepEqual(other.advance(7), one.clone().advance(7));
      assert.notEqual(other.digest(), one.digest(), 'a state of its own');
      other.free();
    }
  }
  clock.pause();
  assert.ok(Clock.load(clock.save()).isPaused);
  assert.throws(() => Clock.load(loop.save()), { code: 'damaged-save' });
  assert.throws(() => FixedStep.load(clock.save()), { code: 'damaged-save' });
});

test('bytes that are no save are refused: cut, changed, foreign, of a later version', () => {
  const queue = new Queue();
  queue.enqueue(1, 300);
  queue.advance(100);
  const motions = new Motions(2, 5);
  const [clock, loop] = [new Clock(), new FixedStep(60)];
  const saves = [
    [queue.save(), (bytes) => Queue.load(bytes)], [motions.save(), (bytes) => Motions.load(bytes)],
    [new Moving(5).save(), (bytes) => Moving.load(bytes)], [clock.save(), (bytes) => Clock.load(bytes)],
    [loop.save(), (bytes) => FixedStep.load(bytes)],
  ];
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
