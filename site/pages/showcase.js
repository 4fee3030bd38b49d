import start from './showcase.js';
import { run } from '../program.js';

const root = document.documentElement;
// The front page shows the picture of a room alone.
const alone = location.search.startsWith('?picture');
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

watch('title', ({ title }) => { document.title = title; });

// The link to this moment. Where the browser keeps its clipboard to itself, the address is that link.
const copy = document.getElementById('copy');
copy.addEventListener('click', async () => {
  const { moment } = root.dataset;
  const link = location.href.split('#')[0] + moment;
  const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  if (!copied) history.replaceState(null, '', moment);
  copy.textContent = copied ? 'Link copied' : 'See the address';
  setTimeout(() => { copy.textContent = 'Copy link'; }, 2000);
});

// Who cannot see the canvas hears what the room promises, and whether it holds.
watch('words', ({ words }) => { document.getElementById('words').textContent = words; });

// Sounds are heard once the visitor asks for them. Two at one moment are heard one after the other.
const switched = document.getElementById('sound');
let speaker, played = 0;
switched.addEventListener('click', () => {
  speaker ??= new AudioContext();
  const on = switched.getAttribute('aria-pressed') !== 'true';
  switched.setAttribute('aria-pressed', on);
  switched.textContent = on ? 'Sound is on' : 'Sound is off';
  speaker[on ? 'resume' : 'suspend']();
});
watch('sounds', ({ sounds }) => {
  const more = sounds - played;
  played = Number(sounds);
  if (speaker?.state !== 'running') return;
  for (let at = 0; at < Math.min(more, 4); at += 1) {
    const [tone, fade] = [new OscillatorNode(speaker, { type: 'triangle', frequency: 660 }), new GainNode(speaker, { gain: 0 })];
    const from = speaker.currentTime + 0.06 * at;
    fade.gain.setValueAtTime(0.25, from);
    fade.gain.exponentialRampToValueAtTime(0.001, from + 0.18);
    tone.connect(fade).connect(speaker.destination);
    tone.start(from);
    tone.stop(from + 0.2);
  }
});

run(start, new URL('./showcase_bg.wasm', import.meta.url));
