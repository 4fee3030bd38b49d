// The clips of a work, channel by channel, and when their instances start.

const KEYS = 30;
const WIDTHS = [3, 3, 3, 4, 4, 4, 4, 1, 1, 1];

// `make` is handed the channels of each clip: the ticks of its keyframes, and the numbers of each.
export function clips(n, work, make) {
  let read = 0;
  const take = (count) => Array.from(work.subarray(read, (read += count)));
  const channel = (width) => {
    const ticks = take(KEYS);
    return { width, ticks, numbers: Array.from({ length: KEYS }, () => take(width)) };
  };
  const [count, length] = take(2);
  const made = Array.from({ length: count }, () => make(WIDTHS.map(channel)));
  return { made, starts: take(n), length };
}
