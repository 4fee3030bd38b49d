import start from './cueline.js';
import '../leave.js';
// The program smooths edges itself, so the browser need not.
document.getElementById('studio').getContext('webgl2', { antialias: false });
start({ module_or_path: new URL('./cueline_bg.wasm', import.meta.url) }).catch((error) => {
  document.getElementById('said').textContent = `The studio does not start: ${error}`;
});
