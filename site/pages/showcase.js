import start from './showcase.js';

const root = document.documentElement;
// The front page shows the picture of a room alone.
const alone = location.search === '?picture';
if (alone) document.body.classList.add('picture');

const watch = (name, changed) => new MutationObserver(() => changed(root.dataset))
  .observe(root, { attributes: true, attributeFilter: [`data-${name}`] });

// The address follows the visitor. A room that was chosen is a step for the back button; the tour, and time, are none.
const room = (fragment) => /room=(\d+)/.exec(fragment)?.[1] ?? '1';
watch('link', ({ link, tour }) => {
  if (!link || link === location.hash || alone) return;
  const chosen = tour !== 'true' && room(link) !== room(location.hash);
  history[chosen ? 'pushState' : 'replaceState'](null, '', link);
});
// And the visitor follows the address: a link to another room, the back button.
window.addEventListener('hashchange', () => { root.dataset.goto = location.hash; });

// The program smooths edges itself, so the browser need not.
document.getElementById('showcase').getContext('webgl2', { antialias: false });
start({ module_or_path: new URL('./showcase_bg.wasm', import.meta.url) }).catch((error) => {
  document.getElementById('said').textContent = `The showcase does not start: ${error}`;
});
