// A canvas has no words. The program lists its widgets in an attribute of the root (`cueline_picture::dress`); each of them becomes
// an element in the canvas, which is not drawn: a screen reader reads it, and a press on it is one on the widget.
const OFTEN_MS = 250;
const root = document.documentElement;
const canvas = document.querySelector('canvas');
const elements = new Map();
let waits;

const set = (element, name, value) => {
  if (value === '') element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};

function made(id) {
  const element = document.createElement('div');
  element.id = `widget-${id}`;
  // Tab goes through the widgets inside the program; a reader goes to one by itself.
  element.tabIndex = -1;
  const does = (what) => {
    root.dataset.done = `${root.dataset.done ?? ''} ${what} ${id}`;
    // Whoever sleeps wakes.
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  element.addEventListener('click', (event) => {
    event.stopPropagation();
    does('click');
  });
  element.addEventListener('focus', () => {
    does('focus');
    canvas.focus();
  });
  elements.set(id, element);
  return element;
}

function show() {
  waits = undefined;
  const [focus, ...lines] = root.dataset.outline.split('\n');
  const here = new Set();
  let next = canvas.firstElementChild;
  for (const line of lines) {
    const [id, role, on, disabled, value, words] = line.split('\t');
    const element = elements.get(id) ?? made(id);
    here.add(id);
    set(element, 'role', role);
    set(element, 'aria-disabled', disabled);
    set(element, 'aria-label', role && words);
    set(element, 'aria-checked', ['checkbox', 'radio'].includes(role) ? on : '');
    set(element, 'aria-pressed', role === 'button' ? on : '');
    const isNumber = ['slider', 'spinbutton', 'progressbar'].includes(role);
    set(element, 'aria-valuenow', isNumber ? value : '');
    const text = isNumber ? '' : role ? value : words;
    if (element.textContent !== text) element.textContent = text;
    if (element === next) next = next.nextElementSibling;
    else canvas.insertBefore(element, next);
  }
  for (const [id, element] of elements) {
    if (here.has(id)) continue;
    element.remove();
    elements.delete(id);
  }
  set(canvas, 'aria-activedescendant', here.has(focus) ? `widget-${focus}` : '');
}

new MutationObserver(() => { waits ??= setTimeout(show, OFTEN_MS); }).observe(root, { attributes: true, attributeFilter: ['data-outline'] });
