// Builds `dist`: the WebAssembly modules, the JavaScript around them, and the types. Run by `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zopfli from '@gfx/zopfli';
import binaryen from 'binaryen';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const run = (command, ...args) => execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
const bin = (name) => join('node_modules', '.bin', name);

// As `wasm-opt -Oz` does, which takes three seconds for each module until it has loaded itself.
binaryen.setOptimizeLevel(2);
binaryen.setShrinkLevel(2);
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);
// The stack lies there, which has not overflowed as long as the module runs.
binaryen.setLowMemoryUnused(true);
const optimized = (bytes) => {
  const module = binaryen.readBinary(bytes);
  // What Node 20 understands; all features would make a module that it refuses.
  const { BulkMemory, BulkMemoryOpt, SignExt, NontrappingFPToInt, MutableGlobals, Multivalue, ReferenceTypes } = binaryen.Features;
  module.setFeatures(BulkMemory | BulkMemoryOpt | SignExt | NontrappingFPToInt | MutableGlobals | Multivalue | ReferenceTypes);
  module.optimize();
  module.runPasses(['strip-debug', 'strip-producers', 'strip-target-features']);
  const small = module.emitBinary();
  module.dispose();
  return small;
};
/** The entry points: which features of the crate each needs. */
const ENTRIES = { index: 'queue,moving', save: 'queue,moving,save', time: 'time', flipbook: 'flipbook', clips: 'clips', files: 'files' };

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist/cjs', { recursive: true });
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
const modules = {};
for (const features of new Set(Object.values(ENTRIES))) {
  const target = process.env.CARGO_TARGET_DIR ?? 'target';
  run('cargo', 'build', '--quiet', '--release', '--locked', '--target', 'wasm32-unknown-unknown', '--features', features);
  modules[features] = optimized(readFileSync(join(target, 'wasm32-unknown-unknown/release/cueline_js.wasm')));
}
writeFileSync('dist/core.wasm', modules[ENTRIES.index]);

/** The modules as they lie in the JavaScript: deflated, 6 % smaller than by zlib, in base64. */
const packed = {};
for (const [features, module] of Object.entries(modules)) {
  packed[features] = Buffer.from(await promisify(zopfli.deflate)(module, { numiterations: 5 })).toString('base64');
}

/** Puts a module into the JavaScript that asks for it. */
const inline = (features) => ({
  name: 'wasm',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:wasm$/ }, () => ({ path: features, namespace: 'wasm' }));
    onLoad({ filter: /.*/, namespace: 'wasm' }, () => ({ contents: packed[features], loader: 'text' }));
  },
});
const bundle = (entry, init, outfile, options) => build({
  stdin: { contents: `export * from './src/${entry}.ts'; export { init } from './src/init/${init}.ts';`, resolveDir: root },
  bundle: true, minify: true, charset: 'utf8', target: 'es2022', format: 'esm', legalComments: 'none', outfile,
  ...options,
});
const api = (entry) => (entry === 'index' ? 'core' : entry);
for (const [entry, features] of Object.entries(ENTRIES)) {
  const plugins = [inline(features)];
  await bundle(api(entry), 'inline', `dist/${entry}.js`, { plugins });
  const node = { plugins, platform: 'node', format: 'cjs' };
  await bundle(api(entry), 'node', `dist/cjs/${entry}.js`, node);
  // One state for `import` and `require`.
  const { default: cjs } = await import(join(root, `dist/cjs/${entry}.js`));
  writeFileSync(`dist/${entry}.node.js`, `import all from './cjs/${entry}.js';\nexport const { ${Object.keys(cjs).join(', ')} } = all;\n`);
}
// The adapters import `@cueline/core` as their user does, and so share its state.
const ADAPTERS = ['babylon', 'phaser', 'pixi', 'three'];
for (const name of ADAPTERS) {
  const entry = { stdin: undefined, tsconfigRaw: {}, entryPoints: [`src/adapters/${name}.ts`], external: ['@cueline/core'] };
  await bundle('', '', `dist/${name}.js`, entry);
  await bundle('', '', `dist/cjs/${name}.js`, { ...entry, format: 'cjs' });
}
await bundle('core', 'bare', 'dist/bare.js', {});

run(bin('tsc'));
for (const [entry, from, init] of [['index', 'core', 'inline'], ['save', 'save', 'inline'], ['time', 'time', 'inline'], ['flipbook', 'flipbook', 'inline'], ['clips', 'clips', 'inline'], ['files', 'files', 'inline'], ['bare', 'core', 'bare']]) {
  writeFileSync(`dist/${entry}.d.ts`, `export * from './types/${from}.js';\nexport { init } from './types/init/${init}.js';\n`);
  if (entry !== 'bare') cpSync(`dist/${entry}.d.ts`, `dist/cjs/${entry}.d.ts`);
}
for (const name of ADAPTERS) {
  for (const folder of ['dist', 'dist/cjs']) writeFileSync(`${folder}/${name}.d.ts`, `export * from './types/adapters/${name}.js';\n`);
}
cpSync('dist/types', 'dist/cjs/types', { recursive: true });
