// The synchronous animations of the Babylon.js article, over the package, replay the recordings of its class.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { SynchronousAnimations } from '@cueline/core/babylon';

const conformance = new URL('../../../conformance/', import.meta.url);
const [, ...records] = gunzipSync(readFileSync(new URL('data/synced_animation/runs.jsonl.gz', conformance))).toString().trim().split('\n');
const verdicts = readFileSync(new URL('verdicts.txt', conformance), 'utf8').split('\n').filter((line) => line.startsWith('synced_animation/'));

/** A vector or a matrix with what the adapter needs of those of Babylon.js. */
class Numbers {
  constructor(all) {
    this.all = all;
  }
  add({ all }) {
    return new Numbers(this.all.map((number, place) => number + all[place]));
  }
  subtract({ all }) {
    return new Numbers(this.all.map((number, place) => number - all[place]));
  }
  clone() {
    return new Numbers([...this.all]);
  }
}
['x', 'y', 'z'].forEach((name, place) => Object.defineProperty(Numbers.prototype, name, {
  get() {
    return this.all[place];
  },
  set(number) {
    this.all[place] = number;
  },
}));
const of = (value) => (typeof value === 'number' ? value : new Numbers([...value]));
const propertiesOf = (target) => {
  const matrix = Array.isArray(target) ? target : target.bone;
  return matrix === undefined ? target : { _matrix: matrix };
};
const back = (value) => (typeof value === 'number' ? [value] : value.all);

/** An animation that is sampled between its keys by lines. */
function animationOf(name, { property, keys, fps }, tps) {
  const at = (frame) => {
    const next = keys.findIndex(([key]) => key > frame);
    if (next < 0) return of(keys.at(-1)[1]);
    if (next === 0) return of(keys[0][1]);
    const [[from, start], [to, end]] = [keys[next - 1], keys[next]];
    const t = (frame - from) / (to - from);
    return typeof start === 'number' ? start + (end - start) * t : new Numbers(start.map((number, place) => number + (end[place] - number) * t));
  };
  return { name, framePerSecond: fps ?? tps, targetProperty: property, targetPropertyPath: property.split('.'), evaluate: at, getHighestFrame: () => keys.at(-1)[0] };
}

/** How many steps a frame on the screen has, as the lockstep of Babylon.js counts them. */
function stepsOf(state, dt, step, most) {
  let left = Math.min(Math.max(dt, 1), 1000) + state.rest;
  const count = Math.min(Math.floor(left / step), most);
  for (let n = 0; n < count; n++) left -= step;
  state.rest = Math.max(left, 0);
  return count;
}

function replay({ tps, max_steps = 4, targets, animations, script, steps }) {
  let step;
  const scene = {
    onBeforeStepObservable: { add: (callback) => (step = callback), remove: () => {} },
    getEngine: () => ({ getTimeStep: () => 1000 / tps }),
  };
  const player = new SynchronousAnimations(scene);
  const objects = Object.fromEntries(Object.entries(targets).map(([id, properties]) => [
    // A bone has nothing but its matrix.
    id, Object.fromEntries(Object.entries(propertiesOf(properties)).map(([name, value]) => [name, of(value)])),
  ]));
  const made = Object.fromEntries(Object.entries(animations).map(([id, animation]) => [id, animationOf(id, animation, tps)]));
  const controls = {};
  const state = { rest: 0 };
  let ended = [];
  let number = 0;
  for (const op of script) {
    const target = (id) => objects[animations[id].target ?? op.target];
    const end = () => ended.push(op.id);
    if (op.op === 'begin') controls[op.id] = player.beginAnimation(made[op.animation], target(op.animation), op.from, op.to, end);
    else if (op.op === 'begin_group') {
      const all = op.animations.map((id) => made[id]);
      controls[op.id] = player.beginDirectAnimation(all, target(op.animations[0]), op.from, op.to, end);
    } else if (op.op === 'set') objects[op.target][op.property] = of(op.value);
    else if (op.op !== 'frames') controls[op.id][op.op]();
    else {
      for (let n = 0; n < op.n; n++) {
        for (let count = stepsOf(state, op.dt_ms, 1000 / tps, max_steps); count > 0; count--) {
          ended = [];
          step();
          const recorded = steps[number++];
          for (const [id, properties] of Object.entries(recorded.values)) {
            for (const [name, value] of Object.entries(propertiesOf(properties))) {
              const ours = back(objects[id][name]);
              [value].flat().forEach((theirs, place) => {
                const off = Math.abs(ours[place] - theirs);
                assert.ok(off < 1e-9, `step ${recorded.step}: ${id}.${name} is ${ours[place]}, recorded ${theirs}`);
              });
            }
          }
          assert.deepEqual(ended, recorded.ended ?? [], `ends in step ${recorded.step}`);
        }
      }
    }
  }
  assert.equal(number, steps.length);
}

// The others depart by a rule that the recorded class has and Cueline does not: `conformance/page/rules.md`.
const agreeing = records.map((line) => JSON.parse(line)).filter((_, index) => /: (exact|within)/.test(verdicts[index]));
test(`${agreeing.length} of ${records.length} recordings of the class agree with the native core, and with this one`, () => {
  assert.equal(agreeing.length, 30);
  const failed = [];
  for (const record of agreeing) {
    try {
      replay(record);
    } catch (error) {
      failed.push(`${record.name}: ${error.message}`);
    }
  }
  assert.deepEqual(failed, []);
});
