// The systems of the articles, rewritten over the package, replay the recordings of the original systems. Each recording must
// be played as the native core plays it (`conformance/traces.txt`), so every verdict of `conformance/verdicts.txt` holds.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';

const root = new URL('..', import.meta.url);
const conformance = new URL('../../conformance/', root);
const lines = (path) => readFileSync(new URL(path, conformance), 'utf8').trim().split('\n');
const golden = new Map(lines('traces.txt').map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(-16)]));
const verdicts = lines('verdicts.txt');

/** An article's module; TypeScript loses its types first. */
async function article(name) {
  const path = new URL(`examples/articles/${name}`, root);
  if (name.endsWith('.js')) return import(path);
  const { code } = transformSync(readFileSync(path, 'utf8'), { loader: 'ts', target: 'es2022' });
  const built = new URL(`test/built/${name.replace('.ts', '.mjs')}`, root);
  mkdirSync(new URL('.', built), { recursive: true });
  writeFileSync(built, code);
  return import(built);
}

function records(file) {
  const [, ...records] = gunzipSync(readFileSync(new URL(`data/${file}.gz`, conformance))).toString().trim().split('\n');
  return records.map((line) => JSON.parse(line));
}

const view = new DataView(new ArrayBuffer(8));
/** The bits of a number. */
function bits(number) {
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** FNV-1a, as the native side takes it of a trace. */
function digest(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** Replays each record of some files, and compares its trace with the native one. */
function replays(files, count, replay) {
  test(`${files.join(', ')}: ${count} recordings have the verdicts of the native core`, () => {
    let played = 0;
    for (const file of files) {
      records(file).forEach((record, index) => {
        const name = `${file} ${index + 1}`;
        assert.equal(digest(replay(record)), golden.get(name), `${name}, ${record.name}`);
        played++;
      });
    }
    assert.equal(played, count);
    const judged = verdicts.filter((line) => files.some((file) => line.startsWith(`${file} `)));
    assert.equal(judged.length, count);
    assert.ok(judged.every((line) => /: (exact|within|wanted)/.test(line)));
  });
}

const { RenderPipeline } = await article('render_pipeline.js');
replays(['render_pipeline/random.jsonl', 'render_pipeline/scenarios.jsonl'], 285, ({ ops }) => {
  const pipeline = new RenderPipeline();
  const trace = [];
  const live = [];
  let index = 0;
  const issue = ({ op, id, ms, hooks = [] }) => {
    if (op === 'tick') return pipeline.tick(ms);
    if (op === 'newEpoch' || op === 'flush') return pipeline[op]();
    let calls = 0;
    return pipeline[op](({ alpha, start, end, elapsed, left }) => {
      calls++;
      trace.push(`${index} ${id} ${bits(alpha)} ${+start} ${+end} ${elapsed} ${left}\n`);
      for (const { at, ops } of hooks) {
        if (at === 'start' ? start : at === 'end' ? end : at === calls) ops.forEach(issue);
      }
    }, ms);
  };
  ops.forEach((op, number) => {
    index = number;
    issue(op);
    live.push(pipeline.length);
  });
  return `${trace.join('')}${live.join(' ')}\n`;
});

const { AnimationSequencer, BlockingDelay, Instant, LinearMove } = await article('animation_sequencer.ts');
replays(['animation_sequencer/random.jsonl', 'animation_sequencer/scenarios.jsonl'], 119, ({ unit, elements, script }) => {
  const sequencer = new AnimationSequencer(unit === 'milliseconds' ? 1 : 1000);
  const moved = Object.fromEntries(Object.entries(elements).map(([id, [x, y]]) => [id, { x, y }]));
  const made = {
    move: ({ el, from, to, time = 0, preDelay, blocking = false }) =>
      new LinearMove(moved[el], ...from, ...to, time, preDelay, blocking),
    delay: ({ time = 0 }) => new BlockingDelay(time),
    instant: ({ blocking }) => new Instant(() => {}, blocking),
  };
  const trace = [];
  for (const op of script) {
    if (op.op === 'add') sequencer.add(made[op.type](op));
    else {
      if (op.op === 'frame') sequencer.tick(op.dt);
      else if (op.op === 'finish_all') sequencer.finish();
      else sequencer.clear();
      const places = Object.keys(moved).sort().map((id) => ` ${id} ${bits(moved[id].x)} ${bits(moved[id].y)}`);
      trace.push(`${sequencer.length}${places.join('')}\n`);
    }
  }
  return trace.join('');
});

const { GameLoop } = await article('game_loop.js');
const { FixedStep } = await import('@cueline/core/time');

/** The rate of a step in milliseconds, as the simplest fraction. */
function rateOf(step) {
  for (let den = 1; den <= 1001; den++) {
    const num = (1000 / step) * den;
    if (Math.abs(num - Math.round(num)) < num * 1e-14) return [Math.round(num), den];
  }
  throw new Error(`no rate for ${step} ms`);
}

/** Plays one recorded loop of a record: the article's, mainloop.js, or the lockstep of Babylon.js. */
function playLoop(timestamps, timestep, kind, run) {
  const near = (ours, theirs, what) => assert.ok(Math.abs(ours - theirs) < 1e-4, `${what}: ours ${ours}, recorded ${theirs}`);
  if (run.guard !== undefined) {
    let updates = 0;
    const loop = new GameLoop({ update: () => updates++, draw: () => {}, timestep: rateOf(timestep), guard: run.guard, reset: kind.endsWith('_reset') });
    loop.frame(0);
    timestamps.forEach((now, index) => {
      updates = 0;
      const { limited } = loop.frame(now);
      assert.equal(updates, run.updates[index], `${kind}, updates ${index}`);
      assert.equal(+limited, run.guarded[index], `${kind}, guard ${index}`);
      near(loop.step.leftover, run.leftover[index], `${kind}, left over ${index}`);
    });
  } else if (run.time_step_ms !== undefined) {
    const { max_steps: maxTicks, min_delta_ms: minFrame, max_delta_ms: maxFrame } = run;
    const step = new FixedStep(rateOf(run.time_step_ms), { maxTicks, minFrame, maxFrame, catchUp: { carry: Infinity } });
    timestamps.forEach((now, index) => {
      const { ticks } = step.advance(Math.max(now - (timestamps[index - 1] ?? now), 0));
      assert.equal(ticks, run.steps[index], `${kind}, steps ${index}`);
      near(step.leftover, run.accumulator[index], `${kind}, accumulator ${index}`);
    });
  } else if (run.max_fps === undefined) {
    const rate = rateOf(timestep);
    const step = new FixedStep(rate, { maxTicks: 240, catchUp: run.discarded === undefined ? { carry: Infinity } : 'reset' });
    timestamps.forEach((now, index) => {
      const frame = step.frameAt(now);
      assert.equal(frame.ticks, run.updates[index], `${kind}, updates ${index}`);
      const blend = index === 0 ? 1 : frame.debt + frame.alpha + (frame.dropped * rate[0]) / rate[1] / 1000;
      near(blend, run.interpolation[index], `${kind}, interpolation ${index}`);
    });
  } else return 0;
  return 1;
}

test('game_loop/runs.jsonl: the recordings that agree with the native core agree with this one', () => {
  const judged = verdicts.filter((line) => line.startsWith('game_loop/runs.jsonl '));
  const agreeing = records('game_loop/runs.jsonl').filter((_, index) => /: (exact|within)/.test(judged[index]));
  let runs = 0;
  for (const { timestamps, timestep, ...record } of agreeing) {
    for (const [kind, run] of Object.entries(record)) {
      if (typeof run === 'object') runs += playLoop(timestamps, timestep, kind, run);
    }
  }
  assert.equal(agreeing.length, 16);
  assert.ok(runs > 60, `${runs} runs`);
});
