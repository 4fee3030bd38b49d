import './leave.js';
import './outline.js';

/** What a program prints while it comes: how many of its bytes are there. Their number stands in the page, because a server that
 *  compresses them does not say it. */
async function count(bytes, progress) {
  for await (const part of bytes) progress.value += part.length;
}

/** Starts the program of this page in its canvas. */
export async function run(start, module) {
  const said = document.getElementById('said');
  try {
    // The program smooths edges itself, so the browser need not.
    document.querySelector('canvas').getContext('webgl2', { antialias: false });
    const answer = await fetch(module);
    if (!answer.ok) throw new Error(`${module} answers ${answer.status}`);
    // A browser without such a stream shows the bar without progress.
    count(answer.clone().body, said.querySelector('progress')).catch(() => {});
    await start({ module_or_path: answer });
  } catch (error) {
    said.textContent = `The program does not start: ${error}`;
  }
}
