/** A guess may be off by this share of the answer, or of 0.1 near zero. */
const TOLERANCE = 0.005;

/** Whole numbers in groups of three digits: 8,000 and 1.048.576. */
const GROUPS = [
  {form: /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/, separator: ",", isFirstIn: "en"},
  {form: /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/, separator: ".", isFirstIn: "es"}
];

/**
 * A number as a reader writes it: with a decimal comma or point, a true minus, a fraction.
 *
 * @param {string} text
 * @param {string} [lang]
 * @returns {number|null} what `readings` takes it for first, null when it is not a number
 */
export function readGuess(text, lang) {
  return readings(text, lang)[0] ?? null;
}

/**
 * What a reader's number may mean. 1.999 is 1999 to some and nearly 2 to others, whatever the
 * language of the page.
 *
 * @param {string} text
 * @param {string} [lang] whose way of grouping digits is tried first
 * @returns {number[]} the likeliest first, none when it is not a number
 */
export function readings(text, lang) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(/(\d)\s(?=\d{3}(?!\d))/g, "$1");
  const [, top, bottom] = /^([^/]+)\/([^/]+)$/.exec(plain) ?? [null, plain, "1"];
  const numbers = [decimal(top) / decimal(bottom)];
  for (const {form, separator, isFirstIn} of GROUPS) {
    if (!form.test(plain)) continue;
    const number = decimal(plain.split(separator).join(""));
    if (lang === isFirstIn) numbers.unshift(number);
    else numbers.push(number);
  }
  return numbers.filter(Number.isFinite);
}

/** @param {string} text */
function decimal(text) {
  return text.trim() === "" ? NaN : Number(text.replace(",", "."));
}

/**
 * Whether a guess is meant as the answer: equal up to rounding.
 *
 * @param {number} guess
 * @param {number} answer
 * @param {number} [within] the share of the answer by which the guess may be off
 * @returns {boolean}
 */
export function isClose(guess, answer, within = TOLERANCE) {
  if (!Number.isFinite(answer)) return Object.is(guess, answer);
  return Math.abs(guess - answer) <= within * Math.max(Math.abs(answer), 0.1);
}
