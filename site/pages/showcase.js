import start from './showcase.js';
// The program smooths edges itself, so the browser need not.
document.getElementById('showcase').getContext('webgl2', { antialias: false });
start({ module_or_path: new URL('./showcase_bg.wasm', import.meta.url) }).catch((error) => {
  document.getElementById('said').textContent = `The showcase does not start: ${error}`;
});
// A link to another room of this page opens that room.
window.addEventListener('hashchange', () => location.reload());
