import {numberFormat} from "../diagrams/words/numbers.js";

/**
 * How the engine's sentences begin, and the rule in `problems` that says the same.
 *
 * @type {[RegExp, string][]}
 */
const RULES = [
  [/^log needs a positive number, got (\S+)\. /, "logOf"],
  [/^sqrt needs a number that is not negative, got (\S+)\. /, "rootOf"],
  [/^division by zero: (\S+) \/ (\S+)\. /, "zeroDivision"],
  [/^0 to a negative power: (\S+) \*\* (\S+) divides/, "zeroPower"],
  [/^a negative base needs a whole exponent: (\S+) \*\* (\S+) is not/, "negativeBase"]
];

/** @type {Record<string, number>} */
const NAMED = {inf: Infinity, "-inf": -Infinity, nan: NaN};

/**
 * Return why the engine refused a value, in the words of a figure.
 *
 * @param {string} sentence of the engine
 * @param {Words} words of `strings(lang)`
 * @returns {string} the engine's own sentence where there are no others
 */
export function refusal(sentence, words) {
  for (const [beginning, rule] of RULES) {
    const found = beginning.exec(sentence);
    if (!found) continue;
    const {exact} = numberFormat(words.lang);
    return words.problems[rule](...found.slice(1).map((text) => exact(NAMED[text] ?? Number(text))));
  }
  return sentence;
}
