/** The points at the start of a case, and the cost of each measurement and mistake. */
export const POINTS = 10;
export const COSTS = {line: 1, fresh: 1, one: 1, steps: 1, leaves: 2, report: 2, accuse: 3, change: 1};

/** The measurements of the whole training, in the order of their buttons. */
export const BENCH = /** @type {const} */ (["fresh", "one", "steps", "leaves", "report"]);

/**
 * A case as Python ran it.
 *
 * @typedef {object} Case
 * @property {number} seed
 * @property {string[]} code
 * @property {(number|null)[]} curve
 * @property {string|null} error that ended the training
 * @property {number[]} places the lines to blame; none if nothing is wrong
 * @property {string} because why
 * @property {string[]} report a headline, then what was found
 * @property {Probes} probes as `tapewalk_course.detective.probes` measured them
 * @property {Change[]} changes
 *
 * @typedef {{lines: Record<string, {kind: string, [measured: string]: any}>, fresh: (number|null)[], one: number[],
 *   steps: (number|null)[], leaves: {name: string, grad: number|null, step: number|null, held: boolean}[]}} Probes
 *
 * @typedef {object} Change
 * @property {number} line
 * @property {string[]} text
 * @property {boolean} right
 * @property {string} reply
 * @property {(number|null)[]} curve
 * @property {number|null} fresh the loss on fresh data
 *
 * The state of a reader's game with a case.
 *
 * @typedef {object} Game
 * @property {"look"|"fix"|"done"} phase
 * @property {number} points
 * @property {string[]} probes the measurements so far: numbers of lines, names of `BENCH`
 * @property {number[]} wrong lines that were blamed wrongly; 0 for "nothing is wrong"
 * @property {number[]} tried changes, by their index
 * @property {string|null} shown the probe whose result is shown
 * @property {"free"|"healthy"|"sick"|null} reply the sentence above it
 */

/** @returns {Game} */
export const begin = () => ({phase: "look", points: POINTS, probes: [], wrong: [], tried: [], shown: null, reply: null});

/**
 * Take a measurement. The same one again costs nothing, and neither does a line without a measurement.
 *
 * @param {Case} one
 * @param {Game} game
 * @param {string} what the number of a line, or a name of `BENCH`
 * @returns {Game}
 */
export function probe(one, game, what) {
  const isBench = BENCH.some((name) => name === what);
  if (!isBench && !one.probes.lines[what]) return {...game, shown: null, reply: "free"};
  if (game.probes.includes(what)) return {...game, shown: what, reply: null};
  return {...spend(game, isBench ? COSTS[what] : COSTS.line), probes: [...game.probes, what], shown: what, reply: null};
}

/**
 * Blame a line, or say that nothing is wrong.
 *
 * @param {Case} one
 * @param {Game} game
 * @param {number} line 0 for none
 * @returns {Game}
 */
export function blame(one, game, line) {
  const isHealthy = one.places.length === 0;
  if (line === 0 && isHealthy) return {...game, phase: "done", shown: "fresh", reply: null};
  if (one.places.includes(line)) return {...game, phase: "fix", shown: `${line}`, reply: null};
  const evidence = line === 0 ? "fresh" : `${line}`;
  const known = line !== 0 && !one.probes.lines[evidence] ? game.probes : [...new Set([...game.probes, evidence])];
  return {
    ...spend(game, COSTS.accuse),
    wrong: [...game.wrong, line],
    probes: known,
    shown: known.includes(evidence) ? evidence : null,
    reply: line === 0 ? "sick" : "healthy"
  };
}

/**
 * Try a change; the first one that makes the model train ends the case.
 *
 * @param {Case} one
 * @param {Game} game
 * @param {number} index
 * @returns {Game}
 */
export function change(one, game, index) {
  if (game.phase !== "fix" || game.tried.includes(index)) return game;
  const tried = [...game.tried, index];
  if (one.changes[index].right) return {...game, tried, phase: "done"};
  return {...spend(game, COSTS.change), tried};
}

/** @param {Game} game @param {number} cost @returns {Game} */
function spend(game, cost) {
  return {...game, points: Math.max(0, game.points - cost)};
}

/**
 * The part of a program to which each line belongs: `modules` are the layers of models, `forward` is what
 * the models compute.
 *
 * @param {string[]} code
 * @returns {("modules"|"forward"|"data"|"training"|"imports")[]} for each line
 */
export function partsOf(code) {
  /** @type {"modules"|"forward"|"data"|"training"|"imports"} */
  let part = "imports";
  return code.map((line) => {
    if (/^class |^ {4}def __init__/.test(line)) part = "modules";
    else if (/^ {4}def /.test(line)) part = "forward";
    else if (/^def fresh/.test(line)) part = "data";
    else if (/^def /.test(line)) part = "training";
    return part;
  });
}
