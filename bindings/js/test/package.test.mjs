import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import * as core from '@cueline/core';
import { oneProgram } from '../examples/one_program.mjs';

const root = new URL('..', import.meta.url);
const read = (path) => readFileSync(new URL(path, root));

test('no file that a page downloads has grown by a hundredth over its recorded size', () => {
  for (const [file, recorded] of Object.entries(JSON.parse(read('test/sizes.json')))) {
    const size = gzipSync(read(`dist/${file}`), { level: 9 }).length;
    assert.ok(size <= recorded * 1.01, `${file}: ${size} bytes after gzip, recorded ${recorded}`);
    assert.ok(size >= recorded * 0.95, `${file} is smaller: ${size} bytes; record that in test/sizes.json`);
  }
});

test('the README has the recorded sizes', () => {
  const readme = read('README.md').toString();
  for (const size of Object.values(JSON.parse(read('test/sizes.json')))) assert.ok(readme.includes(size.toLocaleString('en')), `${size}`);
});

test('one program has the digests of the native core', () => {
  assert.deepEqual(oneProgram(core), read('../one_program.txt').toString().trim().split('\n'));
});

test('import and require give one state', () => {
  assert.equal(createRequire(import.meta.url)('@cueline/core').Queue, core.Queue);
});

test('the file for pages and the bare one run, too', async () => {
  const inline = await import('../dist/index.js');
  assert.throws(() => new inline.Queue(), { code: 'not-ready' });
  await Promise.all([inline.init(), inline.init()]);
  assert.deepEqual(oneProgram(inline), oneProgram(core));
  const bare = await import('@cueline/core/bare');
  await assert.rejects(bare.init(new Uint8Array([0, 1, 2])), { code: 'wasm-refused' });
  await bare.init(read('dist/core.wasm'));
  assert.deepEqual(oneProgram(bare), oneProgram(core));
  await core.init();
});
