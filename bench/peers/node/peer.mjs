// A peer that plays in a process of its own: `node peer.mjs MODULE ROW CASE N`. bench/README.md describes its protocol.
//
// A module exports a function for each row: (case, n, work) => { lap() or sample(laps), item(i) }. `lap` is timed
// whole, `sample` returns the nanoseconds that count; `item` gives what the user reads now of one item.
import { readSync, writeSync } from "node:fs";

const input = { bytes: Buffer.alloc(0) };

// More of the standard input; false at its end.
function more() {
  const part = Buffer.alloc(1 << 16);
  const count = readSync(0, part);
  input.bytes = Buffer.concat([input.bytes, part.subarray(0, count)]);
  return count > 0;
}

function line() {
  let end;
  while ((end = input.bytes.indexOf(10)) < 0) {
    if (!more()) return null;
  }
  const text = input.bytes.toString("latin1", 0, end);
  input.bytes = input.bytes.subarray(end + 1);
  return text;
}

// So many numbers of 32 bits, least byte first.
function floats(count) {
  const bytes = Buffer.alloc(count * 4);
  let have = input.bytes.copy(bytes);
  input.bytes = input.bytes.subarray(have);
  while (have < bytes.length) {
    const read = readSync(0, bytes, have, bytes.length - have, null);
    if (read === 0) throw new Error("the work is cut short");
    have += read;
  }
  return Float32Array.from({ length: count }, (_, i) => bytes.readFloatLE(i * 4));
}

function sample(peer, laps) {
  if (peer.sample) return peer.sample(laps);
  const begun = process.hrtime.bigint();
  for (let lap = 0; lap < laps; lap++) peer.lap();
  return Number(process.hrtime.bigint() - begun);
}

function answer(peer, n, question) {
  if (!question.startsWith("values ")) return { ns: sample(peer, Number(question)) };
  const values = [];
  for (let i = 0; i < n; i += Number(question.slice(7))) values.push(...peer.item(i));
  return { values };
}

// Some of the packages greet.
console.log = () => {};

const say = (what) => writeSync(1, JSON.stringify(what) + "\n");
try {
  const [module, row, kind, count] = process.argv.slice(2);
  const n = Number(count);
  const work = floats(Number(line()));
  const peer = (await import(`./${module}.mjs`))[row](kind, n, work);
  for (let question; (question = line()) !== null; ) say(answer(peer, n, question));
} catch (error) {
  say({ refused: String(error) });
}
// Some of the packages have set timers.
process.exit(0);
