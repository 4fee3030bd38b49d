import start from './checkers.js';
import '../leave.js';
// The program smooths edges itself, so the browser need not.
document.getElementById('checkers').getContext('webgl2', { antialias: false });
start({ module_or_path: new URL('./checkers_bg.wasm', import.meta.url) }).catch((error) => {
  document.getElementById('said').textContent = `Checkers does not start: ${error}`;
});
// Keys of the demo, before the browser takes them for its own.
const keys = new Set(['F5', 'F7', 'F9']);
window.addEventListener('keydown', (event) => keys.has(event.key) && event.preventDefault(), true);
