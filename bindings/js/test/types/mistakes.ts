// Twelve mistakes that an editor must underline, and the right way beside them. `tsc` fails on a line that is no mistake.
import { CuelineError, Moving, Motions, Queue, ease, init, moveAll } from '@cueline/core';
import { Queue as Saved } from '@cueline/core/save';

await init();
const queue = new Queue<{ name: string }>();
const id = queue.enqueue({ name: 'attack' }, 300, { delay: 10, number: 7 });

// @ts-expect-error 1: a payload of another type
queue.enqueue('attack', 300);
// @ts-expect-error 2: a duration as a text
queue.enqueue({ name: 'attack' }, '300ms');
// @ts-expect-error 3: an option that does not exist
queue.enqueue({ name: 'attack' }, 300, { ease: 'outCubic' });
// @ts-expect-error 4: an easing that does not exist
ease('outQubic', 0.5);
// @ts-expect-error 5: the time is missing
new Moving(0).tweenTo(100, { duration: 300 });
// @ts-expect-error 6: a spring needs a duration, or a stiffness and a damping
new Moving(0).springTo(100, { at: 0, stiffness: 100 });
// @ts-expect-error 7: a skip to a word that does not exist
queue.skip('boss');
// @ts-expect-error 8: a payload without this field
for (const update of queue.advance(16)) update.payload.title;
// @ts-expect-error 9: saves are in another entry point
queue.save();
// @ts-expect-error 10: a target without this number
moveAll([{ x: 0 }], { y: 1 }, { at: 0, duration: 300 });
// @ts-expect-error 11: progress cannot be written
queue.advance(16, (update) => (update.progress = 1));
// @ts-expect-error 12: a code that does not exist
if (new CuelineError('argument', '', 0, '').code === 'stale') throw 0;

const text: string = queue.payload(id)?.name ?? '';
const reason: 'played' | 'skipped' | 'sought' | 'resimulated' | 'cancelled' | 'muted' = await queue.finished(id);
const values: Float64Array = new Motions(3).sample(0);
const bytes: Uint8Array = new Saved().save();
console.log(text, reason, values, bytes, ease('outBack(2)', 0.5), ease('inOutElastic', 0.5));
