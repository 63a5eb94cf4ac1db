/** Size of a window in the drawing's pixels: its plot, and a line of text above and below. */
const WIDTH = {least: 96, most: 136};
const PLOT = 84;
const LINE = 22;
const GAP = 12;

/** More than this in a column stand beside the drawing's columns instead. */
const MOST_IN_A_COLUMN = 3;

/** A drawing that its room shrinks further than this scrolls, and nothing can stand under its nodes. */
const SMALLEST_SCALE = 0.7;

/**
 * Where the windows of a lens stand: each below the node whose function it shows, where the drawing
 * runs to the right and leaves the room, else row by row.
 *
 * @param {number[]} targets for each window, the id of its node
 * @param {{direction: string, width: number, nodes?: {x: number}[]}} plan of the drawing
 * @param {number} room pixels
 * @returns {{width: number, height: number, plot: number, line: number,
 *   windows: {x: number, y: number, width: number}[]}}
 */
export function places(targets, plan, room) {
  return below(targets, plan, room) ?? rows(targets, room);
}

function below(targets, plan, room) {
  const {direction, width, nodes} = plan;
  if (direction !== "right" || !nodes || width * SMALLEST_SCALE > room) return null;
  const columns = new Map();
  for (const id of targets) {
    const x = Math.round(nodes[id].x);
    columns.set(x, (columns.get(x) ?? 0) + 1);
  }
  const middles = [...columns.keys()].sort((one, other) => one - other);
  const distance = Math.min(...middles.slice(1).map((x, i) => x - middles[i]), Infinity);
  const wide = Math.min(WIDTH.most, Math.floor(distance - GAP));
  if (wide < WIDTH.least || Math.max(...columns.values()) > MOST_IN_A_COLUMN) return null;
  const filled = new Map();
  const windows = targets.map((id) => {
    const middle = Math.round(nodes[id].x);
    const nth = filled.get(middle) ?? 0;
    filled.set(middle, nth + 1);
    const x = Math.max(0, Math.min(width - wide, middle - wide / 2));
    return {x, y: nth * (tall() + GAP), width: wide};
  });
  return {...size(windows), width, plot: PLOT, line: LINE, windows};
}

function rows(targets, room) {
  const count = Math.max(1, Math.min(targets.length, Math.floor((room + GAP) / (WIDTH.most + GAP))));
  const fit = Math.max(count, Math.min(targets.length, Math.floor((room + GAP) / (WIDTH.least + GAP))));
  // Three narrow ones in a row on a phone, where two wide ones would be two screens.
  const inRow = count < 3 ? fit : count;
  const wide = Math.min(WIDTH.most, Math.floor((room + GAP) / inRow - GAP));
  const windows = targets.map((_, i) => ({
    x: (i % inRow) * (wide + GAP),
    y: Math.floor(i / inRow) * (tall() + GAP),
    width: wide
  }));
  return {...size(windows), plot: PLOT, line: LINE, windows};
}

function size(windows) {
  return {
    width: Math.max(0, ...windows.map(({x, width}) => x + width)),
    height: Math.max(0, ...windows.map(({y}) => y + tall()))
  };
}

function tall() {
  return PLOT + 2 * LINE;
}
