import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * A model that is one table: the row of a letter has the scores of the next one.
 *
 * @typedef {{letters: string[], text: number[], targets: number[], table: number[][]}} TableModel
 */

/** A copy, so that its table may change. */
export function tableModel(/** @type {TableModel} */ data) {
  const {letters, text, targets, table} = data ?? {};
  const isModel = letters?.length > 0 && text?.length > 0 && targets?.length === text.length &&
    table?.length === letters.length && table.every((row) => row.length === letters.length);
  if (!isModel) throw new TraceError("notATable", brief(data));
  return {letters, text, targets, table: table.map((row) => [...row])};
}

/** The gradient of cross-entropy with respect to the scores, (softmax − one-hot) ÷ N, and to the table. */
export function gradients(/** @type {TableModel} */ {text, targets, table}) {
  const scores = text.map((letter) => table[letter]);
  const chances = scores.map((row) => {
    const most = Math.max(...row);
    const powers = row.map((x) => Math.exp(x - most));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((x) => x / sum);
  });
  const grads = chances.map((row, i) => row.map((p, j) => (p - (j === targets[i] ? 1 : 0)) / text.length));
  const rows = table.map((row, letter) => row.map((_, j) =>
    grads.reduce((sum, grad, i) => (text[i] === letter ? sum + grad[j] : sum), 0)));
  const loss = -chances.reduce((sum, row, i) => sum + Math.log(row[targets[i]]), 0) / text.length;
  return {scores, grads, table: rows, loss};
}
