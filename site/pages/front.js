// The picture of the first room becomes the room itself: at once, or when asked for by who wants little motion or little data.
const stage = document.getElementById('stage');
const play = (asked) => {
  const frame = document.createElement('iframe');
  frame.src = `showcase/?picture${asked ? '=play' : ''}#room=1`;
  frame.title = 'Room 1 of the showcase, with its red switch';
  stage.querySelector('button')?.remove();
  stage.append(frame);
};
const asks = matchMedia('(prefers-reduced-motion: reduce)').matches || navigator.connection?.saveData;
if (asks) {
  const button = Object.assign(document.createElement('button'), { textContent: 'Run this room' });
  button.addEventListener('click', () => play(true));
  stage.append(button);
} else play(false);
