import start from './cueline.js';
import { run } from '../program.js';
run(start, new URL('./cueline_bg.wasm', import.meta.url));
