/** @import {Case, Game} from "./types.js" */

/** The points at the start of a case, and the cost of each measurement and mistake. */
export const POINTS = 10;
/** @type {Record<string, number>} */
export const COSTS = {line: 1, fresh: 1, one: 1, steps: 1, leaves: 2, report: 2, accuse: 3, change: 1};

/** The measurements of the whole training, in the order of their buttons. */
export const BENCH = ["fresh", "one", "steps", "leaves", "report"];

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
  if (!BENCH.includes(what) && !one.probes.lines[what]) return {...game, shown: null, reply: "free"};
  if (game.probes.includes(what)) return {...game, shown: what, reply: null};
  return {...spend(game, COSTS[what] ?? COSTS.line), probes: [...game.probes, what], shown: what, reply: null};
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
 */
export function partsOf(/** @type {string[]} */ code) {
  let part = "imports";
  return code.map((line) => {
    if (/^class |^ {4}def __init__/.test(line)) part = "modules";
    else if (/^ {4}def /.test(line)) part = "forward";
    else if (/^def fresh/.test(line)) part = "data";
    else if (/^def /.test(line)) part = "training";
    return part;
  });
}
