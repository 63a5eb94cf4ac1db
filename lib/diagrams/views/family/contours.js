/**
 * Segments of a square's border on which a level is crossed, by its corners at or above the level:
 * bit 1 upper left, 2 upper right, 4 lower right, 8 lower left. Sides: 0 top, 1 right, 2 bottom,
 * 3 left. Each segment has the higher side at its right.
 */
const SEGMENTS = [
  [], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]],
  [[2, 3]], [[2, 0]], [[0, 1], [2, 3]], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], []
];

/**
 * Return the outlines of where a sampled function reaches a level, by marching squares.
 *
 * @param {ArrayLike<number>} values of the samples, row by row
 * @param {number} columns samples in a row
 * @param {number} level
 * @returns {[number, number][][]} closed outlines, in columns and rows
 */
export function contours(values, columns, level) {
  const rows = values.length / columns;
  const value = (/** @type {number} */ column, /** @type {number} */ row) =>
    column < 0 || row < 0 || column >= columns || row >= rows ? -Infinity : values[row * columns + column];
  /** The side on which a segment ends, by the side on which it begins. @type {Map<number, number>} */
  const next = new Map();
  const wide = columns + 2;
  for (let row = -1; row < rows; row++) {
    for (let column = -1; column < columns; column++) {
      const high =
        Number(value(column, row) >= level) + 2 * Number(value(column + 1, row) >= level) +
        4 * Number(value(column + 1, row + 1) >= level) + 8 * Number(value(column, row + 1) >= level);
      if (high === 0 || high === 15) continue;
      const at = 2 * ((row + 1) * wide + column + 1);
      // A square shares its right side with the next one, and its bottom with the one below.
      const sides = [at, at + 3, at + 2 * wide, at + 1];
      for (const [from, to] of SEGMENTS[high]) next.set(sides[from], sides[to]);
    }
  }
  const place = (/** @type {number} */ side) => {
    const cell = side >> 1;
    const column = (cell % wide) - 1;
    const row = Math.floor(cell / wide) - 1;
    const isDown = side % 2 === 1;
    const one = value(column, row);
    const other = value(column + Number(!isDown), row + Number(isDown));
    const share = one === -Infinity ? 1 : other === -Infinity ? 0 : (level - one) / (other - one);
    return /** @type {[number, number]} */ (isDown ? [column, row + share] : [column + share, row]);
  };
  const outlines = [];
  for (const start of next.keys()) {
    const outline = [];
    for (let side = start; next.has(side);) {
      outline.push(place(side));
      const to = next.get(side);
      next.delete(side);
      side = to;
    }
    if (outline.length > 0) outlines.push(outline);
  }
  return outlines;
}

/**
 * Return samples of a network of one layer of tanh between two inputs and one output.
 *
 * @param {number[]} parameters for each hidden number its two weights, its bias and the weight of its
 *   output; at the end the bias of the output
 * @param {number[]} xs values of the first input
 * @param {number[]} ys values of the second input
 * @returns {Float64Array} row by row, a row for each of `ys`
 */
export function networkSamples(parameters, xs, ys) {
  const values = new Float64Array(xs.length * ys.length).fill(parameters.at(-1));
  for (let first = 0; first + 4 < parameters.length; first += 4) {
    const [a, b, bias, weight] = parameters.slice(first, first + 4);
    let at = 0;
    for (const y of ys) for (const x of xs) values[at++] += weight * Math.tanh(a * x + b * y + bias);
  }
  return values;
}
