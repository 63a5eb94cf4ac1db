/** A character of the labels, and two lines of them. */
const ADVANCE = 9.1;
const LINES = 40;

/** From the point to its label. */
const BESIDE = 16;

/** Places along the plot that are compared. */
const PLACES = 9;

/**
 * Where an inset covers least of a curve: at the top if it can be, else at the bottom.
 *
 * @param {{x: number, y: number}[]} line of the curve, in pixels
 * @param {{left: number, right: number, top: number, floor: number, side: number}} plot
 * @returns {{x: number, y: number}|null} null where it would cover the curve everywhere
 */
export function insetPlace(line, {left, right, top, floor, side}) {
  const begin = left + 44;
  const last = right - side;
  if (last < begin) return null;
  const xs = Array.from({length: PLACES}, (_, i) => begin + ((last - begin) * i) / (PLACES - 1));
  const places = [top, floor - side - 24].flatMap((y) => xs.map((x) => ({x, y})));
  const covered = places.map(({x, y}) => line.filter((one) =>
    one.x > x - 12 && one.x < x + side + 12 && one.y > y - 12 && one.y < y + side + 28
  ).length);
  const least = Math.min(...covered);
  if (least > line.length / 12) return null;
  // Of places that are equally good, the one in their middle.
  const good = places.filter((_, i) => covered[i] === least);
  const row = good.filter(({y}) => y === good[0].y);
  return row[Math.floor((row.length - 1) / 2)];
}

/**
 * The place of the label of a point: beside it, clear of its tangent and of the inset.
 *
 * @param {{x: number, y: number}} at the point
 * @param {number} climb of the tangent on the screen
 * @param {{letters: number, width: number, top: number, floor: number,
 *   inset: {x: number, y: number, width: number, height: number}|null}} room
 * @returns {{x: number, y: number, "text-anchor": string}} of its first line
 */
export function labelPlace(at, climb, {letters, width, top, floor, inset}) {
  const wide = letters * ADVANCE;
  // Right of a rising tangent is below it.
  const below = [1, -1].map((side) => ({side, dy: climb >= 0 === (side === 1) ? 22 : -34}));
  const above = below.map(({side, dy}) => ({side, dy: dy > 0 ? -34 : 22}));
  const all = [...below, ...above].map(({side, dy}) => {
    const left = side === 1 ? at.x + BESIDE : at.x - BESIDE - wide;
    const y = Math.max(top + 14, Math.min(floor - 22, at.y + dy));
    return {side, left, y};
  });
  const isFree = (/** @type {{left: number, y: number}} */ {left, y}) => left >= 2 && left + wide <= width - 2
    && !(inset && left < inset.x + inset.width + 6 && left + wide > inset.x - 6
      && y - 16 < inset.y + inset.height && y - 16 + LINES > inset.y);
  const {side, y} = all.find(isFree) ?? all.find(({left}) => left >= 2 && left + wide <= width - 2) ?? all[0];
  return {x: at.x + side * BESIDE, y, "text-anchor": side === 1 ? "start" : "end"};
}
