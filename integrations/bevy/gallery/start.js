// The address names the example: `#cards`.
import init from './gallery.js';
import names from './names.js';

const shown = names.includes(location.hash.slice(1)) ? location.hash.slice(1) : names[0];
const line = document.querySelector('#line');
for (const name of names) {
  const link = document.createElement('a');
  link.href = `#${name}`;
  link.textContent = name;
  if (name === shown) link.setAttribute('aria-current', 'page');
  document.querySelector('nav').append(link);
}
// A program of Bevy runs once in a page.
addEventListener('hashchange', () => location.reload());
try {
  await init({ module_or_path: 'gallery_bg.wasm' });
} catch (error) {
  // winit leaves `main` by this exception; what it runs goes on.
  if (!`${error}`.includes('control flow')) {
    line.textContent = `It does not run here: ${error}`;
    throw error;
  }
}
line.textContent = '';
