import module from 'virtual:wasm';
import { begin, bytesOf } from './page.ts';

/**
 * Makes the package ready: once, before anything else. In Node it is ready at once, and the call changes nothing.
 * Throws `wasm-refused` where the page forbids WebAssembly.
 */
export function init(): Promise<void> {
  return begin(() => {
    const unpacked = new Blob([bytesOf(module)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(unpacked).arrayBuffer();
  });
}
