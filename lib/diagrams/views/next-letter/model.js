import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * A model after some training; its matrices are stored row by row.
 *
 * @typedef {{steps: number, C: Float32Array, W1: Float32Array, b1: Float32Array,
 *   W2: Float32Array, b2: Float32Array}} Checkpoint
 *
 * @typedef {object} Model
 * @property {string[]} symbols the first of them begins and ends a name
 * @property {number} context how many symbols the model sees
 * @property {number} embedding the size of the vector of a symbol
 * @property {number} hidden how many hidden units it has
 * @property {Checkpoint[]} checkpoints the least trained first
 */

/**
 * @typedef {{symbols: string, checkpoints: {steps: number, weights: string}[]} &
 *   Pick<Model, "context"|"embedding"|"hidden">} Packed
 *
 * @param {Packed} data as `tapewalk_course.names_model` packs it: each checkpoint's weights are float16
 *   numbers in base64, C, W1, b1, W2 and b2 after one another
 * @returns {Model}
 * @throws {TraceError} if there are more or fewer weights than the sizes need
 */
export function modelOf(data) {
  const {symbols, context, embedding, hidden, checkpoints} = data ?? {};
  const letters = [...(symbols ?? "")];
  const read = (/** @type {Packed["checkpoints"][number]} */ {steps, weights}) => {
    const all = halves(weights);
    let from = 0;
    const next = (/** @type {number} */ size) => all.slice(from, (from += size));
    const checkpoint = {
      steps, C: next(letters.length * embedding), W1: next(context * embedding * hidden), b1: next(hidden),
      W2: next(hidden * letters.length), b2: next(letters.length)
    };
    if (from !== all.length) throw new TraceError("notAModel", brief(data));
    return checkpoint;
  };
  if (!(checkpoints?.length > 0)) throw new TraceError("notAModel", brief(data));
  return {symbols: letters, context, embedding, hidden, checkpoints: checkpoints.map(read)};
}

/** Float16 numbers from base64, the low byte first: a sign, five bits of exponent, ten of fraction. */
function halves(/** @type {string} */ text) {
  const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  return Float32Array.from({length: bytes.length / 2}, (_, i) => {
    const bits = bytes[2 * i] + 256 * bytes[2 * i + 1];
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    return bits >> 15 ? -size : size;
  });
}

/**
 * The forward pass for one context.
 *
 * @param {Model} model
 * @param {Checkpoint} weights
 * @param {number[]} context positions of its symbols
 * @returns {number[]} a score for each symbol
 */
export function scoresOf({embedding}, {C, W1, b1, W2, b2}, context) {
  const x = context.flatMap((symbol) => [...C.subarray(symbol * embedding, (symbol + 1) * embedding)]);
  /** @param {number[]} row @param {Float32Array} matrix @param {Float32Array} bias */
  const times = (row, matrix, bias) => Array.from(bias, (start, j) =>
    row.reduce((sum, one, i) => sum + one * matrix[i * bias.length + j], start));
  return times(times(x, W1, b1).map(Math.tanh), W2, b2);
}

/**
 * Chances from scores. At temperature 0 the likeliest symbol is certain.
 *
 * @param {number[]} scores
 * @param {number} temperature
 */
export function chancesOf(scores, temperature) {
  const most = Math.max(...scores);
  if (temperature === 0) return scores.map((_, i) => Number(i === scores.indexOf(most)));
  const counts = scores.map((score) => Math.exp((score - most) / temperature));
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.map((count) => count / sum);
}

/** The symbol that a random number from 0 to 1 draws, by its position. */
export function drawn(/** @type {number[]} */ chances, /** @type {number} */ random) {
  let left = random;
  const found = chances.findIndex((chance) => (left -= chance) < 0);
  return found >= 0 ? found : chances.indexOf(Math.max(...chances));
}

/** Random numbers that are the same on each visit (mulberry32). */
export function randomFrom(/** @type {number} */ seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
