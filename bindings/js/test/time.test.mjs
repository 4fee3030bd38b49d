import assert from 'node:assert/strict';
import test from 'node:test';
import { Queue } from '@cueline/core';
import { Clock, CuelineError, EasingPath, FixedStep, Snapshots } from '@cueline/core/time';
import { GameLoop } from '../examples/articles/game_loop.js';

const refused = (call) => assert.throws(call, (error) => error instanceof CuelineError && error.code === 'argument', String(call));

test('a clock runs at a rational speed, stops and goes on', () => {
  const clock = new Clock({ speed: [1, 3] });
  for (let n = 0; n < 3; n++) clock.advance(10);
  assert.equal(clock.now, 10, 'no drift');
  clock.pause();
  assert.equal(clock.advance(10), 0);
  assert.ok(clock.isPaused);
  clock.resume();
  clock.setSpeed(2);
  assert.equal(clock.advance(5), 10);
  assert.equal(clock.step(1), 1);
  clock.now = 7;
  assert.equal(clock.now, 7);
  assert.equal(clock.digest(), new Clock({ at: 7, speed: 2 }).digest());
});

test('a loop gives ticks and where to draw, and reports what it drops', () => {
  const loop = new FixedStep(60);
  assert.deepEqual([loop.advance(25).ticks, loop.tick], [1, 1]);
  assert.equal(loop.advance(0).alpha, 0.5);
  const frame = loop.advance(1000);
  assert.ok(frame.limited && frame.ticks === 10 && frame.dropped > 800);
  const keeps = new FixedStep([60, 1], { maxTicks: 2, catchUp: { carry: Infinity } });
  assert.equal(keeps.advance(100).debt, 4);
});

test('an easing through points', () => {
  const path = EasingPath.line([[0, 0], [0.5, 0.8], [1, 1]]);
  assert.equal(path.at(0.25), 0.4);
  const curve = EasingPath.curve(0, [[0.25, 0.1, 0.25, 1, 1, 1]]);
  assert.ok(Math.abs(curve.at(0.5) - 0.8024) < 1e-3);
  refused(() => EasingPath.line([[0, 0], [0.5, NaN]]));
  refused(() => EasingPath.line([[1, 0], [0, 1]]));
});

test('a ring of snapshots goes back to a tick', () => {
  const queue = new Queue();
  queue.enqueue('a', 100);
  const past = new Snapshots(3);
  const digests = [];
  for (let tick = 0; tick < 5; tick++) {
    past.keep(tick, queue);
    digests.push(queue.digest());
    queue.advance(10);
  }
  assert.deepEqual(past.kept, [2, 4]);
  queue.restore(past.restore(3));
  assert.equal(queue.digest(), digests[3]);
  past.keep(3, queue);
  assert.deepEqual(past.kept, [2, 3], 'what came later was another future');
  refused(() => past.restore(0));
});

test('wrong arguments of clocks and loops are refused', () => {
  const calls = [
    () => new Clock({ at: NaN }), () => new Clock({ speed: 0.5 }), () => new Clock({ speed: [1, 0] }), () => new Clock().advance('1'),
    () => new FixedStep(0), () => new FixedStep(-60), () => new FixedStep(60, { maxTicks: 0 }), () => new FixedStep(60, { catchUp: 'carry' }),
    () => new FixedStep(60, { catchUp: { carry: NaN } }), () => new FixedStep(60).advance(NaN), () => new Snapshots(0), () => new Clock().setSpeed({}),
  ];
  for (const call of calls) refused(call);
});

test('the loop of the article calls update and draw', () => {
  let updates = 0;
  const drawn = [];
  const loop = new GameLoop({ update: () => updates++, draw: (alpha) => drawn.push(alpha) });
  for (const timestamp of [0, 16, 34, 1034]) loop.frame(timestamp);
  assert.equal(updates, 62);
  assert.equal(drawn.length, 4);
});
