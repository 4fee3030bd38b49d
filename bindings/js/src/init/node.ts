import module from 'virtual:wasm';
import { inflateRawSync } from 'node:zlib';
import { imports, start } from '../runtime.ts';

start(new WebAssembly.Instance(new WebAssembly.Module(inflateRawSync(Buffer.from(module, 'base64'))), imports));

export function init(): Promise<void> {
  return Promise.resolve();
}
