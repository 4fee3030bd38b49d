import start from './checkers.js';
import { run } from '../program.js';
run(start, new URL('./checkers_bg.wasm', import.meta.url));
// Keys of the demo, before the browser takes them for its own.
const keys = new Set(['F5', 'F7', 'F9']);
window.addEventListener('keydown', (event) => keys.has(event.key) && event.preventDefault(), true);
