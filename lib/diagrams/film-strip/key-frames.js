/** More frames than these say little more, and weigh the page down. */
const MOST = 6;

/**
 * The key steps on paper: the start, the end of the forward pass, the seed, each
 * accumulation, and the end. Where there are too many accumulations, those stay that bring the
 * last contribution to their node, evenly spread.
 *
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {number} [most] how many frames at most, four or more
 * @returns {number[]} positions in `steps`, ascending
 */
export function keyFrames(steps, most = MOST) {
  const end = steps.length - 1;
  const turn = steps.findIndex(({kind}) => kind === "seed");
  const always = [0, turn === -1 ? end : turn - 1, turn, end].filter((index) => index >= 0);
  const isAdded = (/** @type {number} */ index) => steps[index].kind === "send" && steps[index].before !== null;
  const additions = [...steps.keys()].filter((index) => isAdded(index) && index !== end);
  const last = additions.filter((index) => steps[index].waiting === 0);
  const room = most - new Set(always).size;
  const chosen = additions.length <= room ? additions : spread(last, room);
  return [...new Set([...always, ...chosen])].sort((one, other) => one - other);
}

/** At most `count` of the entries, with equal steps between them. */
function spread(/** @type {number[]} */ entries, /** @type {number} */ count) {
  if (entries.length <= count) return entries;
  return Array.from({length: count}, (_, i) =>
    entries[Math.round(((i + 1) * (entries.length - 1)) / (count + 1))]
  );
}
