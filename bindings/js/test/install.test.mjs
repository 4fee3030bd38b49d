// As a user: the packed file in an empty folder, its first program in Node, the types in a compiler, bundles by esbuild and Vite.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (cwd, command, ...args) => execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const [, first] = /^```js\n(.*?)^```$/ms.exec(readFileSync(join(root, 'README.md'), 'utf8'));

test('the packed file in an empty folder', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'cueline-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const [{ filename, files }] = JSON.parse(run(root, 'npm', 'pack', '--json', '--pack-destination', folder));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`);

  await context.test('holds what it needs and nothing else', () => {
    const paths = files.map(({ path }) => path);
    for (const needed of ['README.md', 'LICENSE-MIT', 'dist/index.js', 'dist/core.wasm', 'dist/cjs/index.js']) assert.ok(paths.includes(needed), needed);
    assert.ok(paths.every((path) => !/^src|test|\.rs$|articles/.test(path)), paths.join(' '));
  });
  await context.test('has no fault that publint or arethetypeswrong find', () => {
    const tool = (name, ...args) => run(root, join(root, 'node_modules/.bin', name), ...args, join(folder, filename));
    assert.match(tool('publint', '--strict'), /All good/);
    tool('attw', '--exclude-entrypoints', 'core.wasm', 'package.json', '--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm', '--');
  });
  await context.test("runs the README's first program in Node, imported and required", () => {
    writeFileSync(join(folder, 'main.js'), first);
    assert.match(run(folder, process.execPath, 'main.js'), /counter-attack 100 %\n.*toast/s);
    const required = first.replace(/import (.*) from (.*);/, 'const $1 = require($2);').replace('await init();', '');
    writeFileSync(join(folder, 'main.cjs'), required);
    assert.match(run(folder, process.execPath, 'main.cjs'), /toast 100 %/);
  });
  await context.test('is bundled by esbuild, for a page, and runs', () => {
    run(folder, join(root, 'node_modules/.bin/esbuild'), 'main.js', '--bundle', '--minify', '--format=esm', '--outfile=bundled.mjs');
    assert.match(run(folder, process.execPath, 'bundled.mjs'), /counter-attack 100 %\n.*toast/s);
  });
  // The tools lie in a folder beside, so that the package is found in the project alone.
  mkdirSync(join(folder, 'tools'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'tools/node_modules'));
  await context.test('is bundled by Vite', () => {
    if (!existsSync(join(root, 'node_modules/vite'))) return console.log('SKIPPED: Vite is not installed');
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="main.js"></script>');
    run(folder, process.execPath, join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error');
    const [bundle] = readdirSync(join(folder, 'dist/assets'));
    assert.ok(readFileSync(join(folder, 'dist/assets', bundle), 'utf8').length > 50_000);
  });
  await context.test('is bundled by webpack, for a page, and runs', async (context) => {
    let webpack;
    try {
      ({ default: webpack } = await import('webpack'));
    } catch {
      console.log('SKIPPED: webpack is not installed');
      return context.skip();
    }
    const compiler = webpack({
      context: folder, entry: './main.js', mode: 'production', target: ['web', 'es2022'],
      experiments: { outputModule: true }, output: { path: join(folder, 'packed'), filename: 'main.mjs', module: true, chunkFormat: 'module' },
    });
    const stats = await new Promise((done, failed) => compiler.run((error, stats) => (error ? failed(error) : done(stats))));
    assert.deepEqual([stats.hasErrors(), stats.hasWarnings()], [false, false], stats.toString());
    assert.match(run(folder, process.execPath, 'packed/main.mjs'), /counter-attack 100 %\n.*toast/s);
  });
});

test('twelve mistakes are errors for the compiler, and the articles have none', () => {
  run(root, 'node_modules/.bin/tsc', '-p', 'test/types');
});
