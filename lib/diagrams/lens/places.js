/** Size of a window in the drawing's pixels: its plot, and a line of text above and below. */
const WIDTH = {least: 96, most: 136, narrow: 64, widest: 180};
const PLOT = 84;
const PLOT_LEAST = 44;
const LINE = 22;
const TALL = PLOT + 2 * LINE;
const GAP = 12;

/** With more windows than this per column, they are placed in rows instead. */
const MOST_IN_A_COLUMN = 3;

/** A drawing that its room shrinks further than this scrolls, and no window fits under its nodes. */
const SMALLEST_SCALE = 0.7;

/**
 * A drawing above the windows. It has `nodes` where it is one of numbers, and a `scale` in a picture.
 *
 * @typedef {{direction: string, width: number, nodes?: {x: number}[], scale?: number}} Drawing
 */

/**
 * The places of the windows of a lens: each below the node whose function it shows, where the drawing
 * runs to the right and leaves the room, else row by row.
 *
 * @param {number[]} targets for each window, the id of its node
 * @param {Drawing} plan
 * @param {number} room pixels
 * @returns {{width: number, height: number, plot: number, line: number,
 *   windows: {x: number, y: number, width: number}[]}}
 */
export function places(targets, plan, room) {
  return below(targets, plan, room) ?? rows(targets, room);
}

/**
 * The same within a height that is given: as large as they can be.
 *
 * @param {number[]} targets for each window, the id of its node
 * @param {Drawing|null} plan
 * @param {number} width
 * @param {number} height
 * @returns {ReturnType<typeof places>}
 */
export function placesIn(targets, plan, width, height) {
  const aligned = plan?.direction === "right" && plan.nodes ? columnsOf(targets, plan, width) : null;
  const counts = targets.map((_, i) => i + 1);
  const grid = counts.map((inRow) => {
    const rows = Math.ceil(targets.length / inRow);
    const wide = Math.min(WIDTH.widest, (width + GAP) / inRow - GAP);
    const plot = (height + GAP) / rows - GAP - 2 * LINE;
    return {inRow, rows, wide, plot, worth: Math.min(wide, plot * 1.3)};
  });
  const best = grid.reduce((one, other) => (other.worth > one.worth ? other : one));
  const {wide, plot} = aligned ? {...aligned, plot: (height + GAP) / aligned.rows - GAP - 2 * LINE} : best;
  if (aligned && plot < PLOT_LEAST) return placesIn(targets, null, width, height);
  const size = {plot: Math.min(plot, wide * 1.1), line: LINE, width, height};
  const down = (/** @type {number} */ nth) => nth * (Math.min(plot, wide * 1.1) + 2 * LINE + GAP);
  if (aligned) {
    return {...size, windows: aligned.spots.map(({x, nth}) => ({x, y: down(nth), width: wide}))};
  }
  const start = (width - Math.min(best.inRow, targets.length) * (wide + GAP) + GAP) / 2;
  return {...size, windows: targets.map((_, i) => ({
    x: start + (i % best.inRow) * (wide + GAP), y: down(Math.floor(i / best.inRow)), width: wide
  }))};
}

/** A column under each node of the drawing, where there is the room.
 * @param {number[]} targets @param {Drawing} drawing @param {number} width */
function columnsOf(targets, {nodes, scale, width: drawn}, width) {
  const shift = (width - drawn * scale) / 2;
  const middles = targets.map((id) => nodes[id].x * scale + shift);
  const {nth, distance, rows} = columns(middles);
  const wide = Math.floor(Math.min(WIDTH.widest, distance - GAP, 2 * (width - Math.max(...middles))));
  if (wide < WIDTH.narrow) return null;
  return {wide, rows, spots: middles.map((middle, i) => ({x: middle - wide / 2, nth: nth[i]}))};
}

function below(/** @type {number[]} */ targets, /** @type {Drawing} */ plan, /** @type {number} */ room) {
  const {direction, width, nodes} = plan;
  if (direction !== "right" || !nodes || width * SMALLEST_SCALE > room) return null;
  const middles = targets.map((id) => Math.round(nodes[id].x));
  const {nth, distance, rows} = columns(middles);
  const wide = Math.min(WIDTH.most, Math.floor(distance - GAP));
  if (wide < WIDTH.least || rows > MOST_IN_A_COLUMN) return null;
  const windows = middles.map((middle, i) =>
    ({x: Math.max(0, Math.min(width - wide, middle - wide / 2)), y: nth[i] * (TALL + GAP), width: wide}));
  return {...size(windows), width, plot: PLOT, line: LINE, windows};
}

/** By window its place in its column; the least distance of two columns, and the windows of the fullest. */
function columns(/** @type {number[]} */ middles) {
  /** @type {Map<number, number>} */
  const filled = new Map();
  const nth = middles.map(Math.round).map((middle) => {
    filled.set(middle, (filled.get(middle) ?? 0) + 1);
    return filled.get(middle) - 1;
  });
  const each = [...filled.keys()].sort((one, other) => one - other);
  const distance = Math.min(...each.slice(1).map((x, i) => x - each[i]), Infinity);
  return {nth, distance, rows: Math.max(...filled.values())};
}

function rows(/** @type {number[]} */ targets, /** @type {number} */ room) {
  const count = Math.max(1, Math.min(targets.length, Math.floor((room + GAP) / (WIDTH.most + GAP))));
  const fit = Math.max(count, Math.min(targets.length, Math.floor((room + GAP) / (WIDTH.least + GAP))));
  // Three narrow ones in a row on a phone, where two wide ones would be two screens.
  const inRow = count < 3 ? fit : count;
  const wide = Math.min(WIDTH.most, Math.floor((room + GAP) / inRow - GAP));
  const windows = targets.map((_, i) => ({
    x: (i % inRow) * (wide + GAP),
    y: Math.floor(i / inRow) * (TALL + GAP),
    width: wide
  }));
  return {...size(windows), plot: PLOT, line: LINE, windows};
}

function size(/** @type {{x: number, y: number, width: number}[]} */ windows) {
  return {
    width: Math.max(0, ...windows.map(({x, width}) => x + width)),
    height: Math.max(0, ...windows.map(({y}) => y + TALL))
  };
}
