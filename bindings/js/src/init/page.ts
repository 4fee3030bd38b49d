import { imports, refused, start, started } from '../runtime.ts';

let starting: Promise<void> | undefined;

/** Starts the module that `unpack` gives: once. After a refusal the next call tries again. */
export function begin(unpack: () => Promise<BufferSource>): Promise<void> {
  return (starting ??= started() ? Promise.resolve() : load(unpack));
}

async function load(unpack: () => Promise<BufferSource>): Promise<void> {
  try {
    start((await WebAssembly.instantiate(await unpack(), imports)).instance);
  } catch (cause) {
    starting = undefined;
    throw refused(cause);
  }
}

/** The bytes of a text in base64. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
