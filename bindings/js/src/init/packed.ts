import module from 'virtual:wasm';
import unpacker from 'virtual:unpacker';
import { begin, bytesOf } from './page.ts';

/**
 * Makes the package ready: once, before anything else. In Node it is ready at once, and the call changes nothing.
 * Throws `wasm-refused` where the page forbids WebAssembly.
 */
export function init(): Promise<void> {
  return begin(async () => {
    const { instance } = await WebAssembly.instantiate(bytesOf(unpacker));
    const { memory, unpack } = instance.exports as unknown as {
      memory: WebAssembly.Memory;
      unpack(start: number, length: number): number;
    };
    const start = memory.buffer.byteLength;
    memory.grow((module.length >> 16) + 1);
    new TextEncoder().encodeInto(module, new Uint8Array(memory.buffer, start));
    const size = unpack(start, module.length);
    return new Uint8Array(memory.buffer, start + module.length, size);
  });
}
