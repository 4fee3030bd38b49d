// A box of Babylon.js that is moved by synchronous animations, on any engine: `babylon.test.mjs` runs it on a NullEngine, and in
// Chromium on WebGL.
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Animation } from '@babylonjs/core/Animations/animation.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { Scene } from '@babylonjs/core/scene.js';
import { init } from '@cueline/core';
import { SynchronousAnimations } from '@cueline/core/babylon';

/** How many units of the scene the picture shows to each side. */
export const HALF = 5;
export const LOCKSTEP = { deterministicLockstep: true, lockstepMaxSteps: 4, timeStep: 1 / 60 };
/** After how many frames the box is looked at. */
export const MOMENTS = [1, 16, 31, 46, 61];

/** Plays a second, and calls `look` at each moment with where the box is. */
export async function play(engine, look) {
  await init();
  const scene = new Scene(engine);
  scene.clearColor = new Color4(0, 0, 0, 1);
  const camera = new FreeCamera('camera', new Vector3(0, 0, -10), scene);
  camera.mode = FreeCamera.ORTHOGRAPHIC_CAMERA;
  [camera.orthoLeft, camera.orthoRight, camera.orthoTop, camera.orthoBottom] = [-HALF, HALF, 1, -1];
  const box = CreateBox('box', { size: 1 }, scene);
  const material = new StandardMaterial('red', scene);
  material.emissiveColor = new Color3(1, 0, 0);
  material.disableLighting = true;
  box.material = material;

  const clip = (name, property, kind, keys) => {
    const animation = new Animation(name, property, 60, kind);
    animation.setKeys(keys.map(([frame, value]) => ({ frame, value })));
    return animation;
  };
  const go = clip('go', 'position.x', Animation.ANIMATIONTYPE_FLOAT, [[0, -4], [30, 2], [60, 4]]);
  const grow = clip('grow', 'scaling', Animation.ANIMATIONTYPE_VECTOR3, [[0, new Vector3(0.5, 0.5, 1)], [60, new Vector3(1.5, 1.5, 1)]]);
  box.position.x = -4;
  box.scaling.set(0.5, 0.5, 1);
  let ended = 0;
  const player = new SynchronousAnimations(scene);
  const group = player.beginDirectAnimation([go, grow], box, 0, 60, () => ended++);

  await scene.whenReadyAsync(); // the shaders are compiled
  engine.getDeltaTime = () => 1000 / 60; // each frame is one step
  const seen = [];
  for (let frame = 1; frame <= MOMENTS.at(-1); frame++) {
    scene.render();
    if (!MOMENTS.includes(frame)) continue;
    seen.push([group.timer, box.position.x, box.scaling.x, ended]);
    await look?.(seen.length - 1);
  }
  return seen;
}

/** Where the red pixels of a row across the middle begin and end. */
export async function redRow(engine) {
  const [width, height] = [engine.getRenderWidth(), engine.getRenderHeight()];
  const pixels = await engine.readPixels(0, height >> 1, width, 1);
  const red = Array.from({ length: width }, (_, x) => x).filter((x) => pixels[4 * x] > 128);
  return [red[0], red.at(-1)];
}

export { Engine };
