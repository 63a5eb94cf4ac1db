/** The least pixels from one number of a logarithmic axis to the next. */
const LINE = 16;

/**
 * Round numbers between two others: 1, 2 or 5 times a power of ten apart.
 *
 * @param {number} least
 * @param {number} most
 * @param {number} count how many there should be, about
 * @param {boolean} [isWhole] whether only whole numbers will do
 * @returns {number[]}
 */
export function ticks(least, most, count, isWhole = false) {
  if (!(most > least)) return [least];
  const rough = (most - least) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 5, 10].find((times) => times * power >= rough * 0.999) * power;
  const step = isWhole ? Math.max(1, Math.round(nice)) : nice;
  const from = Math.ceil(least / step - 1e-9);
  const to = Math.floor(most / step + 1e-9);
  // Multiplied and rounded, for sums of tenths drift: 0.1 + 0.2 is not 0.3.
  return Array.from({length: to - from + 1}, (_, i) => Number(((from + i) * step).toPrecision(12)));
}

/**
 * A scale from numbers to pixels.
 *
 * @param {number[]} span least and most
 * @param {number[]} range their pixels
 * @returns {(x: number) => number}
 */
export function linear([least, most], [from, to]) {
  return (x) => from + ((x - least) / (most - least)) * (to - from);
}

/**
 * A scale from numbers to pixels for an axis that has room for these numbers.
 *
 * @param {number[]} numbers finite ones; positive ones on a logarithmic scale
 * @param {[number, number]} range pixels of the least and the most
 * @param {object} options
 * @param {boolean} [options.log]
 * @param {number} options.count how many ticks there should be, about
 * @returns {{at: (x: number) => number, ticks: number[]}}
 */
export function scale(numbers, range, {log = false, count}) {
  return log ? logarithmic(numbers, range, count) : rounded(numbers, range, count);
}

function rounded(/** @type {number[]} */ numbers, /** @type {number[]} */ range, /** @type {number} */ count) {
  let [least, most] = extent(numbers);
  // From zero where that costs little: the height then shows how much is left.
  if (least > 0 && least < most / 2) least = 0;
  if (least === most) {
    const reach = Math.abs(most) || 1;
    least -= reach;
    most += reach;
  }
  const marks = ticks(least, most, count);
  const step = marks[1] - marks[0];
  if (step > 0 && marks.at(-1) < most) marks.push(Number((marks.at(-1) + step).toPrecision(12)));
  if (step > 0 && marks[0] > least) marks.unshift(Number((marks[0] - step).toPrecision(12)));
  return {at: linear([marks[0], marks.at(-1)], range), ticks: marks};
}

/** From the least to the most number, with ticks at powers of ten, and between fewer than three if there is room. */
function logarithmic(/** @type {number[]} */ numbers, /** @type {number[]} */ range, /** @type {number} */ count) {
  let [least, most] = extent(numbers).map(Math.log10);
  if (least === most) [least, most] = [least - 0.5, least + 0.5];
  const at = linear([least, most], range);
  const from = Math.floor(least);
  const to = Math.ceil(most);
  const decade = Math.abs(at(1) - at(0));
  const apart = Math.max(LINE, (0.75 * Math.abs(range[1] - range[0])) / count);
  const powers = ticks(from, to, ((to - from) * decade) / apart, true);
  const marks = (/** @type {number[]} */ factors) => powers.flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
    .filter((x) => Math.log10(x) > least - 1e-9 && Math.log10(x) < most + 1e-9);
  const round = marks([1]);
  const between = [[1, 2, 5], [1, 3]].find(([, next]) => Math.log10(next) * decade >= apart) ?? [1];
  // 10 ** -5 is 0.000009999999999999999.
  return {at: (/** @type {number} */ x) => at(Math.log10(x)), ticks: round.length > 2 ? round : marks(between)};
}

function extent(/** @type {number[]} */ numbers) {
  let least = Infinity;
  let most = -Infinity;
  for (const x of numbers) {
    if (x < least) least = x;
    if (x > most) most = x;
  }
  return least <= most ? [least, most] : [1, 1];
}
