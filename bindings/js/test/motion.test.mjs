import assert from 'node:assert/strict';
import test from 'node:test';
import { motionShown, Queue, systemMotion } from '@cueline/core';

const ALL = ['full', 'reduced', 'none'];

test('decorative motion is drawn by the rule of the core', () => {
  // elapsed, duration, what is drawn: as in the documentation of `MotionPreference::shown`, and the ends of its ranges.
  const cases = [
    [0, 400, [0, 0, 0]],
    [40, 400, [40, 160, 400]],
    [40, 80, [40, 40, 80]],
    [90, 80, [90, 80, 80]],
    [40, undefined, [40, 0, 0]],
    [100, 100, [100, 100, 100]],
    [300, 400, [300, 400, 400]],
    [-5, 400, [-5, -5, -5]],
    [5, -1, [5, 0, 0]],
    // Whole flicks, rounded down: 1 / 705,600 ms of 10^9 ms, of which a tenth of a second makes 10^7 as many.
    [1 / 705_600, 1e9, [1 / 705_600, 1e7 / 705_600, 1e9]],
    [3 / 705_600, 101, [3 / 705_600, 3 / 705_600, 101]],
  ];
  for (const [elapsed, duration, shown] of cases) {
    assert.deepEqual(ALL.map((preference) => motionShown(preference, elapsed, duration)), shown, `${elapsed} of ${duration}`);
  }
});

test('an update is drawn by the preference, and stays as it is', () => {
  const queue = new Queue();
  queue.enqueue('dust', 400);
  queue.background('smoke', Infinity);
  const drawn = () => [...queue.advance(40)].map((update) => ALL.map((preference) => update.reduced(preference)));
  assert.deepEqual(drawn(), [[0.1, 0.4, 1], [0, 0, 0]]);
  const [dust] = queue.advance(400);
  assert.deepEqual([dust.progress, ...ALL.map((preference) => dust.reduced(preference))], [1, 1, 1, 1]);
});

test('the system says what its player prefers; a preference that does not exist is refused', () => {
  assert.equal(systemMotion(), 'full', 'Node has no screen');
  globalThis.matchMedia = (query) => ({ matches: query === '(prefers-reduced-motion: reduce)' });
  assert.equal(systemMotion(), 'reduced');
  delete globalThis.matchMedia;
  for (const wrong of ['less', undefined, 1]) {
    assert.throws(() => motionShown(wrong, 0, 400), { code: 'argument', needed: "'full', 'reduced' or 'none'" });
  }
  assert.throws(() => motionShown('reduced', NaN, 400), { code: 'argument' });
});
