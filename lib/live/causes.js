/** Errors that need a more particular cause than their type gives: `cause` is its key in the words. */
const PARTICULAR = [
  {type: "SyntaxError", rule: /^\*x must be/, cause: "starred"},
  {type: "TypeError", rule: /^can't convert ndarray/, cause: "zeroD"},
  {type: "ValueError", rule: /^unknown format code .* 'ndarray'/, cause: "zeroD"},
  {type: "TypeError", rule: /argument/, cause: "arguments"},
  {type: "RuntimeError", rule: /recursion|pystack/, cause: "recursion"}
];

/** Errors of the page, for which Python has no sentence. */
const OURS = ["Timeout", "Stopped", "Malformed", "Broken"];

/**
 * Return an error in words: Python's own sentence, and what usually causes it.
 *
 * @param {{type: string, sentence: string}} error
 * @param {Record<string, string>} causes of `liveWords`
 * @returns {{told: string, cause: string}} either may be empty
 */
export function explain({type, sentence: own}, causes) {
  // The array's classes that NumPy does not have.
  const sentence = own.replace(/\b_(?:ZeroD|Number)\b/, "ndarray");
  const found = PARTICULAR.find((one) => one.type === type && one.rule.test(sentence));
  const name = found?.cause ?? type;
  const told = OURS.includes(type) ? "" : sentence ? `${type}: ${sentence}` : type;
  return {told, cause: Object.hasOwn(causes, name) ? causes[name] : ""};
}
