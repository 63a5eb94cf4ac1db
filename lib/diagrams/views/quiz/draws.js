/**
 * The question with the numbers of one of its draws.
 *
 * @typedef {{given: string, answer: AnswerPath, when: AnswerPath[],
 *   numbers?: Record<string, number>}} Draw with the numbers of all replies
 *
 * @param {QuestionOptions & {draws?: Draw[]}} options
 * @param {number} nth
 * @returns {QuestionOptions}
 */
export function drawnOptions({draws, ...options}, nth) {
  if (!draws) return options;
  const {given, answer, when} = draws[nth];
  /** @template {Reply} T @param {T[]|undefined} list */
  const withNumbers = (list) => list?.map((one, i) => ({...one, when: when[i]}));
  const question = `${given} ${options.question}`;
  const {choices, replies} = options;
  return {
    ...options, question, answer, choices: withNumbers(choices), replies: withNumbers(replies)
  };
}
