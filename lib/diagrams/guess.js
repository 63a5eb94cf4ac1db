/** A guess may be off by this share of the answer, or by this much near zero. */
const TOLERANCE = 0.005;

/**
 * A number as a reader writes it: with a decimal comma or point, a true minus, a fraction.
 *
 * @param {string} text
 * @returns {number|null} null when it is no number
 */
export function readGuess(text) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(",", ".");
  const [, top, bottom] = /^([^/]+)\/([^/]+)$/.exec(plain) ?? [null, plain, "1"];
  const number = Number(top) / Number(bottom);
  return plain === "" || top.trim() === "" || !Number.isFinite(number) ? null : number;
}

/**
 * Whether a guess is meant as the answer: equal up to rounding.
 *
 * @param {number} guess
 * @param {number} answer
 * @returns {boolean}
 */
export function isClose(guess, answer) {
  return Math.abs(guess - answer) <= TOLERANCE * Math.max(Math.abs(answer), 0.1);
}
