// Records how three.js evaluates the animations of a glTF file that contains its buffers.
//
//   npm install && node gltf.mjs FILE STEPS > NAME.values.json
//
// Nodes are named by their place in the file. STEPS is the number of steps in an animation, both ends included.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { AnimationMixer, LoopOnce, REVISION } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

// The loader asks for them, also where a file has no pictures.
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};
const file = process.argv[2];
const steps = Number(process.argv[3] ?? 16);
const bytes = readFileSync(file);
const content = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const gltf = await new GLTFLoader().parseAsync(content, "");
const rounded = (value) => Number(value.toPrecision(9));

const nodes = new Map();
gltf.scene.traverse((object) => {
  const index = gltf.parser.associations.get(object)?.nodes;
  if (index !== undefined && !nodes.has(index)) nodes.set(index, object);
});

const animations = gltf.animations.map((clip) => {
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  const frames = [];
  for (let step = 0; step <= steps; step++) {
    const time = (clip.duration * step) / steps;
    mixer.setTime(time);
    const seen = {};
    for (const [index, object] of nodes) {
      seen[index] = {
        translation: object.position.toArray().map(rounded),
        rotation: object.quaternion.toArray().map(rounded),
        scale: object.scale.toArray().map(rounded),
      };
      const face = object.morphTargetInfluences ?? object.children.find((child) => child.isMesh)?.morphTargetInfluences;
      if (face?.length) seen[index].weights = face.map(rounded);
    }
    frames.push({ time, nodes: seen });
  }
  mixer.stopAllAction();
  return { name: clip.name, frames };
});
process.stdout.write(`${JSON.stringify({ player: `three.js r${REVISION}`, file: basename(file), animations })}\n`);
