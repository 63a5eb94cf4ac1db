/**
 * The question with the numbers of one of its draws.
 *
 * @param {Fields} options as of `quiz`
 * @param {number} nth
 * @returns {Fields} the options of a question without draws
 */
export function drawnOptions({draws, ...options}, nth) {
  if (!draws) return options;
  const {given, answer, when} = draws[nth];
  const withNumbers = (list) => list?.map((one, i) => ({...one, when: when[i]}));
  const question = `${given} ${options.question}`;
  const {choices, replies} = options;
  return {
    ...options, question, answer, choices: withNumbers(choices), replies: withNumbers(replies)
  };
}
