/**
 * How far the tape is written, and how far it is read back, at each step.
 *
 * @param {import("./steps.js").Step[]} steps
 * @param {number[]} cells the node of each cell, in forward order
 * @returns {{written: number, read: number|null}[]} by step: the number of cells written, and the
 *   number not read yet, with a part of a cell that has not sent everything; null before the seed
 */
export function tapeProgress(steps, cells) {
  const position = new Map(cells.map((id, i) => [id, i]));
  const sends = new Map();
  for (const step of steps) {
    if (step.kind === "send") sends.set(step.node, [...(sends.get(step.node) ?? []), step]);
  }
  let [written, read] = [0, null];
  return steps.map((step) => {
    if (step.kind === "forward") written += 1;
    if (step.kind === "seed") read = cells.length;
    if (step.kind === "send") {
      const all = sends.get(step.node);
      read = position.get(step.node) + 1 - (all.indexOf(step) + 1) / all.length;
    }
    return {written, read};
  });
}
