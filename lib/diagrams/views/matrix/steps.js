/**
 * The steps through the stages of a matrix view: each stage begins with one that says what it is
 * about, and then comes a step for each cell of its result.
 *
 * @param {import("./product.js").Stage[]} stages
 * @returns {{stage: number, cell: number|null}[]}
 */
export function matrixSteps(stages) {
  return stages.flatMap(({cells, panels}, stage) => {
    const count = cells === "none" ? 0 : panels.at(-1).numbers.length;
    return [null, ...Array(count).keys()].map((cell) => ({stage, cell}));
  });
}

/**
 * The step with which a stage begins.
 *
 * @param {{stage: number}[]} steps
 * @param {number} stage
 * @returns {number}
 */
export function beginOf(steps, stage) {
  return steps.findIndex((step) => step.stage === stage);
}

/**
 * The cells of a stage's result that are computed from a cell.
 *
 * @param {import("./product.js").Stage} stage
 * @param {number} panel
 * @param {number} cell
 * @returns {number[]}
 */
export function usersOf(stage, panel, cell) {
  // A copy counts as the number that it repeats.
  const {positions} = stage.panels[panel];
  const isUsed = (use) => use.panel === panel && positions[use.cell] === positions[cell];
  const results = [...stage.panels.at(-1).numbers.keys()];
  return results.filter((result) => stage.uses(result).some(isUsed));
}
