// The program that every binding runs: it prints `bindings/one_program.txt`, the same lines in every language.
import { Moving, Queue } from '@cueline/core';

export function oneProgram({ Moving, Queue }) {
  const lines = [];
  const hex = (bits) => bits.toString(16).padStart(16, '0');
  const queue = new Queue();
  queue.enqueue('attack', 300, { number: 1 });
  queue.concurrently('damage', 500, { number: 2 });
  queue.enqueue('counter-attack', 300, { number: 3 });
  queue.background('toast', 1000, { number: 4 });
  queue.advance(100);
  lines.push(`100 ms: ${hex(queue.digest())}`);
  queue.advance(450);
  lines.push(`550 ms: ${hex(queue.digest())}`);
  queue.finish();
  lines.push(`finished: ${hex(queue.digest())}`);

  const x = new Moving(0);
  x.springTo(100, { at: 0, duration: 400 });
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x.value(150));
  lines.push(`moving: ${hex(bits.getBigUint64(0))}`);
  return lines;
}

if (typeof process !== 'undefined') console.log(oneProgram({ Moving, Queue }).join('\n'));
