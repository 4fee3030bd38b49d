// The adapters beside the real packages. What needs a page is in `browser.test.mjs`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Moving, Queue } from '@cueline/core';
import { SynchronousAnimations } from '@cueline/core/babylon';
import { playInScene } from '@cueline/core/phaser';
import { PixiWriter } from '@cueline/core/pixi';
import { ThreeWriter } from '@cueline/core/three';

// PixiJS asks for the browser's name while it loads; Node 20 has none.
globalThis.navigator ??= { userAgent: 'Node' };

/** The real package; without it the test is skipped, and says so. */
async function real(context, ...names) {
  try {
    return await Promise.all(names.map((name) => import(name)));
  } catch (error) {
    console.log(`SKIPPED: ${context.name}: ${names.join(', ')} cannot be loaded (${error.code ?? error.message})`);
    context.skip();
    return undefined;
  }
}
const moving = (to) => {
  const value = new Moving(0);
  value.tweenTo(to, { at: 0, duration: 100, easing: 'linear' });
  return value;
};

test('three.js: objects follow their motions', async (context) => {
  const [three] = (await real(context, 'three')) ?? [];
  if (three === undefined) return;
  const mesh = new three.Mesh(new three.BoxGeometry(), new three.MeshBasicMaterial({ transparent: true }));
  const writer = new ThreeWriter();
  writer.add(mesh, { position: { x: moving(10), z: moving(-4) }, rotation: { y: moving(2) } });
  writer.add(mesh, { opacity: moving(1) });
  writer.update(50);
  mesh.updateMatrix();
  assert.deepEqual([mesh.position.x, mesh.position.y, mesh.position.z, mesh.rotation.y, mesh.material.opacity], [5, 0, -2, 1, 0.5]);
  assert.equal(mesh.matrix.elements[12], 5);
  assert.ok(mesh.quaternion.y > 0.4, 'the angle has reached the quaternion');
  writer.remove(mesh);
  writer.update(100);
  assert.equal(mesh.position.x, 5);
});

test('PixiJS: containers follow their motions until they are destroyed', async (context) => {
  const [pixi] = (await real(context, 'pixi.js')) ?? [];
  if (pixi === undefined) return;
  const container = new pixi.Container();
  const writer = new PixiWriter();
  writer.add(container, { x: moving(10), y: moving(20), rotation: moving(1), scale: moving(3), alpha: moving(1) });
  writer.update(50);
  assert.deepEqual([container.x, container.y, container.rotation, container.scale.x, container.alpha], [5, 10, 0.5, 1.5, 0.5]);
  assert.equal(container.localTransform.tx === 0 || container.localTransform.tx === 5, true);
  container.destroy();
  writer.update(100);
});

test('Phaser: a queue plays in the updates of a scene, and stops with it', async () => {
  // Phaser itself needs a page: browser.test.mjs. Here its events alone.
  const { EventEmitter } = await import('node:events');
  const scene = { events: new EventEmitter() };
  const queue = new Queue();
  queue.enqueue('a', 30);
  const seen = [];
  playInScene(scene, queue, ({ progress }) => seen.push(progress));
  scene.events.emit('update', 0, 15);
  scene.events.emit('update', 15, 15);
  scene.events.emit('shutdown');
  scene.events.emit('update', 30, 15);
  assert.deepEqual(seen, [0.5, 1]);
  assert.equal(queue.time, 30);
});

/** A scene without a screen, in deterministic lockstep. */
async function lockstep(context) {
  const [{ NullEngine }, { Scene }, { Animation }, { AnimationEvent }, { Matrix, Vector3 }, { FreeCamera }] = (await real(
    context, '@babylonjs/core/Engines/nullEngine.js', '@babylonjs/core/scene.js', '@babylonjs/core/Animations/animation.js',
    '@babylonjs/core/Animations/animationEvent.js', '@babylonjs/core/Maths/math.vector.js', '@babylonjs/core/Cameras/freeCamera.js',
  )) ?? [{}, {}, {}, {}, {}, {}];
  if (NullEngine === undefined) return undefined;
  const engine = new NullEngine({ renderWidth: 8, renderHeight: 8, textureSize: 8, deterministicLockstep: true, lockstepMaxSteps: 4, timeStep: 1 / 60 });
  const scene = new Scene(engine);
  scene.useConstantAnimationDeltaTime = false;
  new FreeCamera('camera', Vector3.Zero(), scene);
  const clip = (name, property, kind, keys) => {
    const animation = new Animation(name, property, 60, kind);
    animation.setKeys(keys.map(([frame, value]) => ({ frame, value })));
    return animation;
  };
  const steps = (count) => {
    for (let n = 0; n < count; n++) {
      engine._deltaTime = 1000 / 60; // a frame of one step
      engine.getDeltaTime = () => 1000 / 60;
      scene.render();
    }
  };
  return { scene, clip, steps, Animation, AnimationEvent, Matrix, Vector3 };
}

test('Babylon.js: animations go by the steps of the scene, add up, pause, and report a group once', async (context) => {
  const made = await lockstep(context);
  if (made === undefined) return;
  const { scene, clip, steps, Animation, AnimationEvent, Vector3 } = made;
  const heights = clip('rise', 'position.y', Animation.ANIMATIONTYPE_FLOAT, [[0, 0], [60, 6]]);
  const way = clip('go', 'position', Animation.ANIMATIONTYPE_VECTOR3, [[0, new Vector3(0, 0, 0)], [30, new Vector3(3, 0, 0)]]);
  const sounds = [];
  heights.addEvent(new AnimationEvent(30, () => sounds.push('ding')));
  const box = { position: new Vector3(100, 0, 0) };
  const player = new SynchronousAnimations(scene);
  let ended = 0;
  const rise = player.beginAnimation(heights, box, 0, 60, () => ended++);
  steps(15);
  const done = Math.round(rise.timer);
  assert.ok(done >= 14 && done <= 15, `frame ${rise.timer}`);
  assert.ok(Math.abs(box.position.y - done / 10) < 1e-9, `${box.position.y}`);
  rise.pause();
  steps(10);
  assert.equal(Math.round(rise.timer), done, 'a pause holds the frame');
  rise.resume();
  let groups = 0;
  const group = player.beginDirectAnimation([way], box, 0, 30, () => groups++);
  assert.equal(group.animatables.length, 1);
  steps(60);
  assert.deepEqual([ended, groups, sounds.length], [1, 1, 1]);
  assert.ok(Math.abs(box.position.x - 103) < 1e-9 && Math.abs(box.position.y - 6) < 1e-9, `${box.position}`);

  const saved = player.beginAnimation(heights, box, 0, 60, () => ended++, { timer: 45 });
  assert.equal(saved.timer, 45, 'a save is the name and the timer');
  saved.stop();
  steps(30);
  assert.equal(ended, 1, 'stopped without a report');
  player.free();
});

test('Babylon.js: sounds at frames happen once, also at the first frame, and not again with a save', async (context) => {
  const made = await lockstep(context);
  if (made === undefined) return;
  const { scene, clip, steps, Animation, AnimationEvent } = made;
  const heights = clip('rise', 'y', Animation.ANIMATIONTYPE_FLOAT, [[0, 0], [60, 6]]);
  let sounds = [];
  for (const frame of [0, 30, 50, 60]) heights.addEvent(new AnimationEvent(frame, () => sounds.push(frame)));
  const player = new SynchronousAnimations(scene);
  const heard = () => {
    const all = sounds;
    sounds = [];
    return all;
  };
  const rise = player.beginAnimation(heights, { y: 0 }, 0, 60);
  steps(35);
  assert.deepEqual(heard(), [0, 30]);
  rise.pause();
  steps(5);
  rise.resume();
  steps(60);
  assert.deepEqual(heard(), [50, 60]);
  for (const [timer, left] of [[0, [0, 30, 50, 60]], [30, [50, 60]], [45, [50, 60]], [60, []]]) {
    player.beginAnimation(heights, { y: 0 }, 0, 60, undefined, { timer });
    steps(70);
    assert.deepEqual(heard(), left, `a save of frame ${timer}`);
  }
  const again = player.beginAnimation(heights, { y: 0 }, 0, 60);
  steps(40);
  again.reset();
  steps(70);
  assert.deepEqual(heard(), [0, 30, 0, 30, 50, 60]);
  player.beginAnimation(heights, { y: 0 }, 40, 60);
  steps(70);
  assert.deepEqual(heard(), [50, 60], 'only what lies between the frames that play');
  player.free();
});

test('Babylon.js: a matrix follows its keys', async (context) => {
  const made = await lockstep(context);
  if (made === undefined) return;
  const { scene, clip, steps, Animation, Matrix } = made;
  const move = clip('move', 'matrix', Animation.ANIMATIONTYPE_MATRIX, [[0, Matrix.Translation(0, 0, 0)], [30, Matrix.Translation(3, 0, 0)]]);
  const bone = { matrix: Matrix.Translation(10, 5, 0) };
  const player = new SynchronousAnimations(scene);
  player.beginAnimation(move, bone, 0, 30);
  steps(40);
  assert.deepEqual([...bone.matrix.m].slice(12), [13, 5, 0, 1]);
  player.free();
});

test('Babylon.js: what an animation cannot move, and frames that are no numbers, are refused and change nothing', async (context) => {
  const made = await lockstep(context);
  if (made === undefined) return;
  const { scene, clip, steps, Animation } = made;
  const rise = clip('rise', 'position.y', Animation.ANIMATIONTYPE_FLOAT, [[0, 0], [60, 6]]);
  const player = new SynchronousAnimations(scene);
  const box = { position: { y: 1 } };
  const refused = [
    () => player.beginAnimation(rise, {}, 0, 60), () => player.beginAnimation(rise, { position: {} }, 0, 60),
    () => player.beginAnimation(rise, null, 0, 60), () => player.beginAnimation(rise, box, NaN, 60),
    () => player.beginAnimation(rise, box, 0, NaN), () => player.beginAnimation(rise, box, 0, 60, undefined, { timer: NaN }),
    () => player.beginDirectAnimation([rise], {}, 0, 60),
  ];
  for (const call of refused) assert.throws(call, { code: 'argument' }, `${call}`);
  steps(5);
  assert.deepEqual(box, { position: { y: 1 } });
  player.beginAnimation(rise, box, 0, 60);
  steps(70);
  assert.equal(box.position.y, 7);
  player.free();
});

test('Babylon.js: a step asks the queue once, however many animations play', async (context) => {
  const made = await lockstep(context);
  if (made === undefined) return;
  const { scene, clip, steps, Animation } = made;
  const rise = clip('rise', 'y', Animation.ANIMATIONTYPE_FLOAT, [[0, 0], [60, 6]]);
  const player = new SynchronousAnimations(scene);
  const all = Array.from({ length: 100 }, () => ({ y: 0 }));
  const playing = all.map((object) => player.beginAnimation(rise, object, 0, 60));
  const sample = context.mock.method(Queue.prototype, 'sample');
  steps(10);
  assert.ok(sample.mock.callCount() <= 10, `${sample.mock.callCount()} calls in 10 steps`);
  playing[7].reset();
  steps(70);
  assert.deepEqual([...new Set(all.map(({ y }) => Math.round(1e6 * y)))], [6e6]);
  player.free();
});
