import {likelyLoop} from "../client.js";

/** Before what the lab's own program prints; no learner's program prints it by chance. */
const MARK = "\u001e";

/**
 * Runs engines that are texts, in the worker of the page.
 *
 * @param {Fields} engine of client.js
 * @param {Fields} data of lib/tapewalk_course/lab/data.py
 */
export function watcher(engine, data) {
  /** `suspect` is where a run that doesn't end has its loop. */
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
     * What an engine does with a program.
     *
     * @param {string} text of the engine
     * @param {string} program
     * @param {boolean} [isForeign] whether a reader wrote either of them
     * @returns {Promise<Fields>} as `watch` of watch.py tells it; nodes and walks may be missing
     *   beside an error
     */
    async watch(text, program, isForeign = false) {
      // The right engine comes to an end, whatever the graph.
      const isRight = text === data.engine;
      const suspect = isRight ? {place: "program", text: program} : {place: "engine", text};
      const told = await ask(`watch(${quoted(text)}, ${quoted(program)})`, suspect, isForeign);
      const error = told?.error ? errorOf(told.error) : null;
      return isTold(told) ? {...told, error} : {nodes: [], walks: [], error: error ?? MALFORMED};
    },
    /**
     * How an engine stands against central differences and the course's own.
     *
     * @param {string} text of the engine
     * @param {{text: string, root: string}[]} programs
     * @returns {Promise<Fields[][]>} for each program, what `check` of watch.py tells of its leaves
     */
    async check(text, programs) {
      const calls = programs.map(({text: program, root}) => `check(${[text, program, root].map(quoted).join(", ")})`);
      const told = await ask(`[${calls.join(", ")}]`, {place: "engine", text}, true);
      if (!isChecked(told)) return [[{isRight: false, error: told?.error ? errorOf(told.error) : MALFORMED}]];
      return told.map((leaves) => leaves.map((leaf) => leaf.error ? {...leaf, error: errorOf(leaf.error)} : leaf));
    }
  };
}

const MALFORMED = {type: "Malformed", sentence: "", place: "engine", line: null};

/** JSON's texts are Python's. */
function quoted(text) {
  return JSON.stringify(text);
}

function errorOf({type, sentence, line, place}) {
  return {
    type: `${type}`,
    sentence: `${sentence}`,
    line: Number.isInteger(line) ? line : null,
    place: place === "program" ? "program" : "engine"
  };
}

function isChecked(told) {
  return Array.isArray(told) && told.every((leaves) =>
    Array.isArray(leaves) && leaves.every((leaf) => typeof leaf?.isRight === "boolean"));
}

/** What comes from a program of anybody's is data, of this form or not taken. */
function isTold(told) {
  const isPlace = (place) => Number.isInteger(place);
  return Array.isArray(told?.nodes) && Array.isArray(told.walks)
    && told.nodes.every((node) => Array.isArray(node?.parents) && node.parents.every(isPlace)
      && Array.isArray(node.locals) && (node.label === null || typeof node.label === "string"))
    && told.walks.every((walk) => isPlace(walk?.root) && Array.isArray(walk.writes)
      && walk.writes.every((write) => Array.isArray(write) && isPlace(write[0])));
}
