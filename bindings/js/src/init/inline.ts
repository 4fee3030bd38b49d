import module from 'virtual:wasm';
import { imports, refused, start, started } from '../runtime.ts';

let starting: Promise<void> | undefined;

/**
 * Makes the package ready: once, before anything else. In Node it is ready at once, and the call changes nothing.
 * Throws `wasm-refused` where the page forbids WebAssembly.
 */
export function init(): Promise<void> {
  return (starting ??= started() ? Promise.resolve() : load());
}

async function load(): Promise<void> {
  try {
    const packed = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const bytes = await new Response(unpacked).arrayBuffer();
    start((await WebAssembly.instantiate(bytes, imports)).instance);
  } catch (cause) {
    starting = undefined;
    throw refused(cause);
  }
}
