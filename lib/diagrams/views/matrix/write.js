/** Terms of a sum that are written out; of a longer one the first and the last. */
const MOST_TERMS = 8;

/**
 * A number of a panel as part of a sentence, in its colour.
 *
 * @param {import("./panel.js").Panel} panel
 * @param {number} cell
 * @param {import("../../words/numbers.js").NumberFormat} format
 * @returns {import("../../words/say.js").Part}
 */
export function numberPart(panel, cell, format) {
  return {text: format.short(panel.numbers[cell]), kind: panel.kind};
}

/**
 * `y[0, 1] = 1·6 + 2·8 = 22`
 *
 * @param {import("./panel.js").Panel} result
 * @param {number} cell
 * @param {import("../../words/say.js").Part[][]} steps what is between the name and the number
 * @param {import("../../words/numbers.js").NumberFormat} format
 * @returns {import("../../words/say.js").Part[]}
 */
export function equation(result, cell, steps, format) {
  const name = {text: result.names[cell], kind: result.kind};
  const isRounded = format.isRounded(result.numbers[cell]);
  const before = steps.flatMap((parts) => [{text: " = "}, ...parts]);
  return [name, ...before, {text: isRounded ? " ≈ " : " = "}, numberPart(result, cell, format)];
}

/**
 * Factors with a dot between them: `2·(−8)`.
 *
 * @param {import("../../words/say.js").Part[]} factors
 * @returns {import("../../words/say.js").Part[]}
 */
export function times(factors) {
  return factors.flatMap((part, i) => (i === 0 ? [part] : [{text: "·"}, wrapped(part)]));
}

/**
 * Terms with a plus between them.
 *
 * @param {import("../../words/say.js").Part[][]} terms
 * @returns {import("../../words/say.js").Part[]}
 */
export function sum(terms) {
  const shown = terms.length > MOST_TERMS
    ? [...terms.slice(0, MOST_TERMS - 1), [{text: "…"}], terms.at(-1)]
    : terms;
  return shown.flatMap(([first, ...rest], i) =>
    i === 0 ? [first, ...rest] : [{text: " + "}, wrapped(first), ...rest]
  );
}

/** A negative number after a sign gets parentheses. */
export function wrapped(part) {
  return part.text.startsWith("−") ? {...part, text: `(${part.text})`} : part;
}
