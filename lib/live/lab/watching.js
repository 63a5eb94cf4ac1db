import {likelyLoop} from "../client.js";

/** Printed before the lab's own output; no learner's program prints it by chance. */
const MARK = "\u001e";

/**
 * Return functions that run engines that are texts, in the worker of the page.
 *
 * @param {Runner} engine
 * @param {LabData} data
 */
export function watcher(engine, data) {
  /**
   * Return data of any form, since a reader's text may have run.
   *
   * @param {string} expression
   * @param {{place: string, text: string}} suspect has the loop of a run that does not end
   * @param {boolean} isForeign
   */
  const ask = async (expression, suspect, isForeign) => {
    const program = `${data.watch}\nimport json\nprint("${MARK}" + json.dumps(${expression}))`;
    const {printed, error} = await engine.run(program, {}, {isForeign});
    if (error) return {error: {...error, place: suspect.place, line: likelyLoop(suspect.text)}};
    try {
      return JSON.parse(printed.slice(printed.lastIndexOf(MARK) + 1));
    } catch {
      return {error: {type: "Malformed", sentence: "", place: "engine", line: null}};
    }
  };
  return {
    /**
     * Return the record of an engine with a program.
     *
     * @param {string} text of the engine
     * @param {string} program
     * @param {boolean} [isForeign] whether a reader wrote either of them
     * @returns {Promise<Watched>} nodes and walks may be missing beside an error
     */
    async watch(text, program, isForeign = false) {
      // The right engine ends on every graph.
      const isRight = text === data.engine;
      const suspect = isRight ? {place: "program", text: program} : {place: "engine", text};
      const record = await ask(`watch(${quoted(text)}, ${quoted(program)})`, suspect, isForeign);
      const error = record?.error ? errorOf(record.error) : null;
      return isWatched(record) ? {...record, error} : {nodes: [], walks: [], error: error ?? MALFORMED};
    },
    /**
     * Compare an engine with central differences and with the course's own.
     *
     * @param {string} text of the engine
     * @param {{text: string, root: string}[]} programs
     * @returns {Promise<CheckedLeaf[][]>} the leaves of each program
     */
    async check(text, programs) {
      const calls = programs.map(({text: program, root}) => `check(${[text, program, root].map(quoted).join(", ")})`);
      const record = await ask(`[${calls.join(", ")}]`, {place: "engine", text}, true);
      if (!isChecked(record)) return [[{isRight: false, error: record?.error ? errorOf(record.error) : MALFORMED}]];
      return record.map((leaves) => leaves.map((leaf) => leaf.error ? {...leaf, error: errorOf(leaf.error)} : leaf));
    }
  };
}

/** @type {LabError} */
const MALFORMED = {type: "Malformed", sentence: "", place: "engine", line: null};

/** JSON's texts are Python's. */
function quoted(/** @type {string} */ text) {
  return JSON.stringify(text);
}

/** @returns {LabError} */
function errorOf(/** @type {LabError} */ {type, sentence, line, place}) {
  return {
    type: `${type}`,
    sentence: `${sentence}`,
    line: Number.isInteger(line) ? line : null,
    place: place === "program" ? "program" : "engine"
  };
}

/** @returns {record is CheckedLeaf[][]} */
function isChecked(/** @type {unknown} */ record) {
  return Array.isArray(record) && record.every((leaves) =>
    Array.isArray(leaves) && leaves.every((leaf) => typeof leaf?.isRight === "boolean"));
}

/**
 * A reader's program may return anything: only data of this form is accepted.
 *
 * @param {Partial<Watched>|null} record
 * @returns {record is Watched}
 */
function isWatched(record) {
  return Array.isArray(record?.nodes) && Array.isArray(record.walks)
    && record.nodes.every((node) => Array.isArray(node?.parents) && node.parents.every(Number.isInteger)
      && Array.isArray(node.locals) && (node.label === null || typeof node.label === "string"))
    && record.walks.every((walk) => Number.isInteger(walk?.root) && Array.isArray(walk.writes)
      && walk.writes.every((write) => Array.isArray(write) && Number.isInteger(write[0])));
}
