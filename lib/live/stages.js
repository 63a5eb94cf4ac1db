/** The stages of an exercise, as in lib/tapewalk_course/checking/stages.py. */

const isWrong = (/** @type {Trial} */ {problem, changed}) => Boolean(problem) || changed.length > 0;

const ofStage = (/** @type {Stage} */ {name}, /** @type {Trial[]} */ trials) =>
  trials.filter(({input}) => input.stage === name);

/** Return the names of the stages that are right. */
export function reached(/** @type {CheckedExercise} */ {stages}, /** @type {Trial[]} */ trials) {
  /** @type {Set<string>} */
  const right = new Set();
  for (const stage of stages) {
    const own = ofStage(stage, trials);
    const isRight = own.length > 0 && !own.some(isWrong);
    if (isRight && stage.needs.every((each) => right.has(each))) right.add(stage.name);
  }
  return right;
}

/** Return the trials to explain: of the first stage that is wrong; better one that is written. */
export function firstWrong(/** @type {CheckedExercise} */ {stages}, /** @type {Trial[]} */ trials) {
  const wrong = stages.map((stage) => ofStage(stage, trials)).filter((own) => own.some(isWrong));
  return wrong.find((own) => own.every(({problem}) => problem !== "unwritten")) ?? wrong[0] ?? trials;
}

/** Return the numbers of the late inputs that can be tried: all is right in their stages so far. */
export function lateOf(/** @type {CheckedExercise} */ {stages, cases}, /** @type {Trial[]} */ trials) {
  const wrong = new Set(trials.filter(isWrong).map(({input}) => input.stage));
  const isSpoiled = (/** @type {string} */ name) =>
    wrong.has(name) || stages.find((stage) => stage.name === name)?.needs.some((each) => wrong.has(each));
  return cases.flatMap(({late, stage}, n) => (late && !isSpoiled(stage) ? [n] : []));
}
