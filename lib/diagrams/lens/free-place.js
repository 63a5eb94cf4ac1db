/** A character of the labels, and two lines of them. */
const ADVANCE = 9.1;
const LINES = 40;

/** From the point to its label, the nearest first. */
const BESIDE = [16, 48, 80, 112];

/** Distance of the points along a line. */
const DOTS = 6;

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

/** Above and below the point, the nearest first: where the label's first line may be. */
const HEIGHTS = [22, -34, -6, 44, -56, 66, -78, 88, -100];

/**
 * The place of the label of a point: beside it, on as little of the lines as can be, and not on the inset.
 *
 * @param {{x: number, y: number}} at the point
 * @param {{x: number, y: number}[][]} lines what is drawn
 * @param {{letters: number, width: number, top: number, floor: number,
 *   inset: {x: number, y: number, width: number, height: number}|null}} room
 * @returns {{x: number, y: number, "text-anchor": string}} of its first line
 */
export function labelPlace(at, lines, {letters, width, top, floor, inset}) {
  const wide = letters * ADVANCE;
  const ink = lines.flatMap((line) => dots(line, top, floor));
  const all = BESIDE.flatMap((dx) => HEIGHTS.flatMap((dy) => [1, -1].map((side) => {
    const left = side === 1 ? at.x + dx : at.x - dx - wide;
    const y = Math.max(top + 14, Math.min(floor - 22, at.y + dy));
    const isOut = left < 2 || left + wide > width - 2;
    const isOnInset = inset && left < inset.x + inset.width + 6 && left + wide > inset.x - 6
      && y - 16 < inset.y + inset.height && y - 16 + LINES > inset.y;
    const struck = ink.filter((dot) =>
      dot.x > left - 4 && dot.x < left + wide + 4 && dot.y > y - 18 && dot.y < y - 14 + LINES
    );
    return {side, dx, y, cost: struck.length + (isOut ? 2 : isOnInset ? 1 : 0) * ink.length};
  })));
  const least = Math.min(...all.map(({cost}) => cost));
  const {side, dx, y} = all.find(({cost}) => cost === least);
  return {x: at.x + side * dx, y, "text-anchor": side === 1 ? "start" : "end"};
}

/** Points along a line, close enough that none of it is between two of them.
 * @param {{x: number, y: number}[]} line @param {number} top @param {number} floor */
function dots(line, top, floor) {
  const inside = line.map(({x, y}) => ({x, y: Math.max(top - 20, Math.min(floor + 20, y))}));
  return inside.slice(1).flatMap((end, i) => {
    const dx = end.x - inside[i].x;
    const dy = end.y - inside[i].y;
    const count = Math.ceil(Math.hypot(dx, dy) / DOTS) || 0;
    return Array.from({length: count}, (_, k) => ({x: end.x - (dx * k) / count, y: end.y - (dy * k) / count}));
  });
}
