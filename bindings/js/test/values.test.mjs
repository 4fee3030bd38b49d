import assert from 'node:assert/strict';
import test from 'node:test';
import { CuelineError, Motions, Moving, ease, easingNames, moveAll } from '@cueline/core';

const refused = (call) =>
  assert.throws(call, (error) => error instanceof CuelineError && error.code === 'argument', String(call));

test('a value moves, turns in flight and comes to rest', () => {
  const x = new Moving(0);
  x.tweenTo(100, { at: 0, duration: 200, easing: 'linear' });
  assert.equal(x.value(50), 25);
  assert.ok(Math.abs(x.velocity(50) - 500) < 1e-6, 'units a second');
  assert.equal(x.settlesAt, 200);
  x.springTo(0, { at: 100, duration: 300 });
  assert.equal(x.value(100), 50);
  assert.ok(x.velocity(100) > 0, 'the spring keeps the velocity');
  assert.equal(x.target, 0);
  assert.ok(x.isSettled(x.settlesAt) && !x.isSettled(101));
  x.set(7);
  assert.equal(x.value(0), 7);
  x.tweenTo(10, { at: 0, delay: 10, duration: 10, easing: 'linear' });
  x.thenTweenTo(0, { at: 0, duration: 10, easing: 'linear' });
  assert.deepEqual([5, 15, 20, 25, 30].map((at) => x.value(at)), [7, 8.5, 10, 5, 0]);
  x.finish(5);
  assert.equal(x.value(5), 0);
  x.free();
  assert.throws(() => x.value(0), { code: 'freed' });
});

test('many values are sampled in one call, bit for bit as one by one', () => {
  const all = new Motions(50, 1);
  for (let n = 0; n < 50; n++) {
    all.tweenTo(n, n * 3, { at: n, duration: 100 + n, easing: easingNames[n % easingNames.length] });
  }
  for (const at of [0, 33.3, 70, 1000]) {
    const sampled = [...all.sample(at)];
    assert.deepEqual(sampled, sampled.map((_, n) => all.value(n, at)));
  }
  const copy = all.clone();
  all.set(3, 5);
  assert.notEqual(copy.digest(3), all.digest(3));
  assert.equal(copy.digest(4), all.digest(4));
});

test('a sample is right after the memory has grown', () => {
  const all = new Motions(2, 1);
  const view = all.sample(0);
  assert.equal(all.sample(0), view, 'a view is taken once');
  const many = new Motions(200_000);
  assert.equal(view.length, 0, 'the memory has grown');
  assert.deepEqual([...all.sample(0)], [1, 1]);
  many.free();
  assert.deepEqual([...new Motions(0).sample(0)], []);
});

test('every easing has its ends, and every name is known', () => {
  assert.equal(easingNames.length, 2 + 4 + 4 * 11);
  for (const name of easingNames) {
    assert.equal(ease(name, 0), 0, name);
    assert.equal(ease(name, 1), 1, name);
    assert.ok(Number.isFinite(ease(name, 0.37)), name);
  }
  assert.equal(ease('inQuad', 0.5), 0.25);
  assert.equal(ease('steps(4, end)', 0.3), 0.25);
  assert.equal(ease('steps(4, jump-start)', 0.3), 0.5);
  assert.equal(ease('cubic-bezier(0.25, 0.1, 0.25, 1)', 0.3), ease('ease', 0.3));
  assert.equal(ease('outBack(1.70158)', 0.3), ease('outBack', 0.3));
  assert.notEqual(ease('inOutBack(1.70158)', 0.3), ease('inOutBack', 0.3), "Penner's factor");
});

test('an easing that does not exist is refused with the nearest one', () => {
  assert.throws(() => ease('outQubic', 0.5), /perhaps 'outCubic'/);
  assert.throws(() => ease('easeOutQuad', 0.5), /perhaps '\w+Quad'/);
  assert.throws(() => ease('linear(0, 1)', 0.5), /EasingPath/);
  const wrong = [
    '', 'out', 'outBack()', 'outBack(a)', 'outBack(1, 2)', 'steps(0)', 'steps(2.5)', 'steps(4, middle)', 'steps(1, none)',
    'cubic-bezier(2, 0, 0, 1)', 'cubic-bezier(0, 0, 1)', 'cubic-bezier', 'outCubic(1)', 7, null, undefined, '__proto__',
    'constructor', 'inConstructor',
  ];
  for (const name of wrong) refused(() => ease(name, 0.5));
  refused(() => ease('linear', NaN));
});

test('a group of targets moves as single values do, bit for bit', () => {
  const cards = Array.from({ length: 5 }, (_, n) => ({ x: n, y: -n }));
  const group = moveAll(cards, { x: 100, y: 50 }, { at: 10, delay: 5, duration: 300, easing: 'outBack' });
  const single = cards.map(({ x }) => new Moving(x));
  single.forEach((x) => x.tweenTo(100, { at: 10, delay: 5, duration: 300, easing: 'outBack' }));
  for (const at of [0, 10, 15, 50, 123.4, 314]) {
    assert.equal(group.apply(at), true);
    cards.forEach(({ x }, n) => assert.equal(x, single[n].value(at), `at ${at} ms`));
  }
  assert.equal(group.apply(315), false);
  assert.ok(cards.every(({ x, y }) => x === 100 && y === 50));
  const ends = [0.1, -0, 1e300, 5e-324];
  for (const end of ends) {
    const one = { x: 0.3 };
    moveAll([one], { x: end }, { at: 0, duration: 1 }).apply(1);
    assert.equal(one.x, end, 'to the bit');
  }
  refused(() => moveAll([{ x: 'a' }], { x: 1 }, { at: 0, duration: 1 }));
});

test('a wrong argument of a value is refused and changes nothing', () => {
  const x = new Moving(1);
  const all = new Motions(2);
  const before = x.digest();
  const calls = [
    () => new Moving(NaN), () => new Moving('1'), () => new Motions(-1), () => new Motions(1e9), () => new Motions(1.5),
    () => x.value(NaN), () => x.value(Infinity), () => x.set(Infinity), () => x.tweenTo(NaN, { at: 0, duration: 1 }),
    () => x.tweenTo(1, { at: 0, duration: NaN }), () => x.tweenTo(1, { at: 1e300, duration: 1 }),
    () => x.tweenTo(1, { at: 0 }), () => x.tweenTo(1, { at: 0, duration: 1, easing: 'none' }),
    () => x.springTo(1, { at: 0, stiffness: -1, damping: 1 }), () => x.springTo(1, { at: 0, stiffness: 1, damping: 1, mass: 0 }),
    () => x.springTo(1, { at: 0, duration: 1, bounce: NaN }), () => x.throwTo(1, { at: 0, duration: 1, velocity: NaN }),
    () => all.value(2, 0), () => all.value(-1, 0), () => all.value(0.5, 0), () => all.set('0', 1),
  ];
  for (const call of calls) refused(call);
  assert.throws(() => new Moving('1'), { message: 'Moving: found "1", needed a finite number' });
  assert.equal(x.digest(), before);
});
