// Builds `dist`: the WebAssembly modules, the JavaScript around them, and the types. Run by `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import zopfli from '@gfx/zopfli';
import binaryen from 'binaryen';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const run = (command, ...args) => execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
const bin = (name) => join('node_modules', '.bin', name);

// As `wasm-opt` does, which takes three seconds for each module until it has loaded itself.
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);
// The stack lies there, which has not overflowed as long as the module runs.
binaryen.setLowMemoryUnused(true);
/** What Rust has as a function and WebAssembly as an instruction, with the same bits. */
const INSTRUCTIONS = /4libm4math\d+(sqrt|floor)\d+\1\d/;
/** The module, with the exports that `names` has, under the names of `names`. */
const optimized = (bytes, names) => {
  // What would shrink a large one further takes long, and LZMA makes as much of it.
  const large = bytes.length > 3e5;
  binaryen.setOptimizeLevel(large ? 1 : 2);
  binaryen.setShrinkLevel(large ? 0 : 2);
  const module = binaryen.readBinary(bytes);
  // What Node 20 understands; all features would make a module that it refuses.
  const { BulkMemory, BulkMemoryOpt, SignExt, NontrappingFPToInt, MutableGlobals, Multivalue, ReferenceTypes } = binaryen.Features;
  module.setFeatures(BulkMemory | BulkMemoryOpt | SignExt | NontrappingFPToInt | MutableGlobals | Multivalue | ReferenceTypes);
  const each = (count, at) => Array.from({ length: count }, (_, index) => at.call(module, index));
  for (const one of each(module.getNumFunctions(), module.getFunctionByIndex)) {
    const instruction = INSTRUCTIONS.exec(binaryen.Function.getName(one))?.[1];
    if (instruction) binaryen.Function.setBody(one, module.f64[instruction](module.local.get(0, binaryen.f64)));
  }
  for (const { name, value, kind } of each(module.getNumExports(), module.getExportByIndex).map(binaryen.getExportInfo)) {
    if (kind !== binaryen.ExternalFunction) continue;
    module.removeExport(name);
    if (name in names) module.addFunctionExport(value, names[name]);
  }
  module.optimize();
  if (!large) module.optimize();
  module.runPasses(['strip-debug', 'strip-producers', 'strip-target-features']);
  const small = module.emitBinary();
  module.dispose();
  return small;
};
/** The entry points: which features of the crate each needs. */
const ENTRIES = { index: 'queue,moving', save: 'queue,moving,save', time: 'time', flipbook: 'flipbook', clips: 'clips', files: 'files' };
/** Those whose module is so small that the unpacker would be more than what LZMA saves. The browser inflates them. */
const SMALL = ['time', 'flipbook'];

const target = process.env.CARGO_TARGET_DIR ?? 'target';
const compiled = (...args) => run('cargo', 'build', '--quiet', '--release', '--locked', ...args);
const WASM = ['--target', 'wasm32-unknown-unknown'];
const built = (name) => readFileSync(join(target, `wasm32-unknown-unknown/release/${name}.wasm`));

/** Puts texts into the JavaScript that asks for them. */
const texts = (all) => ({
  name: 'texts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: 'text' }));
    onLoad({ filter: /.*/, namespace: 'text' }, ({ path }) => ({ contents: all[path.replace('virtual:', '')] ?? '', loader: 'text' }));
  },
});
/** The names that the functions of a module have in JavaScript: the bundler makes them short. */
const mangleProps = /^(bytes|q|c|m|clock|loop|path|book|lib|what|players?)_/;
const bundle = (entry, init, outfile, options) => build({
  // The module comes first: gzip then has fewer blocks in which it stands beside JavaScript.
  stdin: { contents: `export { init } from './src/init/${init}.ts'; export * from './src/${entry}.ts';`, resolveDir: root },
  bundle: true, minify: true, charset: 'utf8', target: 'es2022', format: 'esm', legalComments: 'none', outfile, mangleProps,
  ...options,
});
const forNode = { platform: 'node', format: 'cjs' };
const api = (entry) => (entry === 'index' ? 'core' : entry);

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist/cjs', { recursive: true });
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
compiled('--package', 'cueline-js-pack', '--lib', ...WASM);
compiled('--package', 'cueline-js-pack', '--bin', 'cueline-js-pack');
const unpacker = Buffer.from(optimized(built('cueline_js_pack'), { unpack: 'unpack' })).toString('base64');
for (const [entry, features] of Object.entries(ENTRIES)) {
  compiled('--features', features, ...WASM);
  const small = SMALL.includes(entry);
  const { mangleCache } = await bundle(api(entry), 'node', '', { ...forNode, write: false, mangleCache: {}, plugins: [texts({})] });
  const module = optimized(built('cueline_js'), mangleCache);
  // For a page as small as it can be, for Node as fast.
  const node = texts({ wasm: deflateRawSync(module).toString('base64') });
  let page;
  if (small) {
    // Six hundredths smaller than by zlib.
    const packed = await promisify(zopfli.deflate)(module, { numiterations: 5 });
    page = texts({ wasm: Buffer.from(packed).toString('base64') });
  } else {
    const packed = execFileSync(join(target, 'release/cueline-js-pack'), { input: module, encoding: 'latin1', maxBuffer: 1e9 });
    page = texts({ wasm: packed, unpacker });
  }
  await bundle(api(entry), small ? 'inline' : 'packed', `dist/${entry}.js`, { mangleCache, plugins: [page] });
  await bundle(api(entry), 'node', `dist/cjs/${entry}.js`, { ...forNode, mangleCache, plugins: [node] });
  // One state for `import` and `require`.
  const { default: cjs } = await import(join(root, `dist/cjs/${entry}.js`));
  writeFileSync(`dist/${entry}.node.js`, `import all from './cjs/${entry}.js';\nexport const { ${Object.keys(cjs).join(', ')} } = all;\n`);
  if (entry === 'index') {
    writeFileSync('dist/core.wasm', module);
    await bundle('core', 'bare', 'dist/bare.js', { mangleCache });
  }
}
// The adapters import `@cueline/core` as their user does, and so share its state.
const ADAPTERS = ['babylon', 'phaser', 'pixi', 'three'];
for (const name of ADAPTERS) {
  const entry = { stdin: undefined, tsconfigRaw: {}, entryPoints: [`src/adapters/${name}.ts`], external: ['@cueline/core'] };
  await bundle('', '', `dist/${name}.js`, entry);
  await bundle('', '', `dist/cjs/${name}.js`, { ...entry, format: 'cjs' });
}

run(bin('tsc'));
for (const [entry, from, init] of [...Object.keys(ENTRIES).map((entry) => [entry, api(entry), 'inline']), ['bare', 'core', 'bare']]) {
  writeFileSync(`dist/${entry}.d.ts`, `export * from './types/${from}.js';\nexport { init } from './types/init/${init}.js';\n`);
  if (entry !== 'bare') cpSync(`dist/${entry}.d.ts`, `dist/cjs/${entry}.d.ts`);
}
for (const name of ADAPTERS) {
  for (const folder of ['dist', 'dist/cjs']) writeFileSync(`${folder}/${name}.d.ts`, `export * from './types/adapters/${name}.js';\n`);
}
cpSync('dist/types', 'dist/cjs/types', { recursive: true });
