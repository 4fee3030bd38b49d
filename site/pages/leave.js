// In a canvas, Tab goes from one control of the program to the next. Escape has a use in it, too: pressed twice, it leads out,
// to the first link above the canvas, and from a picture in another page to the first link after the picture.
const SOON_MS = 1000;
const links = document.querySelector('nav');
const frame = window.frameElement;
const follows = (link) => frame.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING;
const way = () => frame ? [...frame.ownerDocument.links].find(follows) : links.querySelector('a');
let before = -Infinity;
window.addEventListener('keydown', ({ key, timeStamp, repeat }) => {
  if (repeat || links.contains(document.activeElement)) return;
  if (key === 'Escape' && timeStamp - before < SOON_MS) way()?.focus();
  before = key === 'Escape' ? timeStamp : -Infinity;
}, true);
