import { CuelineError } from '../error.ts';
import { imports, refused, start, started } from '../runtime.ts';

let starting: Promise<void> | undefined;

/**
 * Makes the package ready: once, before anything else. Without an argument it fetches `core.wasm` beside this file; a
 * bundler or a program that has the module elsewhere passes its address, its bytes or the compiled module.
 */
export function init(source: string | URL | Response | BufferSource | WebAssembly.Module = new URL('./core.wasm', import.meta.url)): Promise<void> {
  return (starting ??= started() ? Promise.resolve() : load(source));
}

async function load(source: string | URL | Response | BufferSource | WebAssembly.Module): Promise<void> {
  try {
    if (source instanceof WebAssembly.Module) return start(await WebAssembly.instantiate(source, imports));
    const bytes = typeof source === 'string' || source instanceof URL || source instanceof Response ? await fetched(source) : source;
    start((await WebAssembly.instantiate(bytes, imports)).instance);
  } catch (cause) {
    starting = undefined;
    throw cause instanceof CuelineError ? cause : refused(cause);
  }
}

async function fetched(source: string | URL | Response): Promise<ArrayBuffer> {
  const response = source instanceof Response ? source : await fetch(source);
  if (response.ok) return response.arrayBuffer();
  throw new CuelineError('argument', 'init', `status ${response.status} of ${response.url}`, 'the address of core.wasm');
}
