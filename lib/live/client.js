/** Milliseconds; a run that takes longer, or one step of its loops, is ended with its worker. */
const LONGEST_RUN = 1000;
const LONGEST_WITH_ARRAYS = 10_000;

/** Refused requests for memory after which a run is ended: Python asks again and again. */
const MOST_REFUSED = 20;

/** What a worker can have besides numbers: each level includes those before it. */
export const LEVELS = ["", "arrays", "names"];

/** Return the level, a place in LEVELS, that a program needs. */
export const levelOf = (/** @type {string} */ program) =>
  /\btapewalk\.data\b|\blab\.models\b/.test(program) ? 2 : Number(/\bnumpy\b|\btapewalk_course\.lab\b/.test(program));

/** The longest result that is accepted, as JSON. */
const MOST_CHARACTERS = 4_000_000;

/**
 * A run that waits for its answer.
 *
 * @typedef {object} Waiting
 * @property {(message: {kind: string, result?: unknown, message?: string, printed?: unknown}) => void} hear
 * @property {() => void} again
 * @property {(type: string) => void} giveUp
 */

/**
 * Return the engine of a page. Its worker starts with the first `start` or `run`, and again after one
 * that had to be ended.
 *
 * @param {(level: number) => Worker} makeWorker
 * @param {number} [level] of the first worker; later ones have at least what one had
 * @returns {Engine} an error of a run may be of the type "Timeout", with the line of the likely loop,
 *   or "Stopped". A run rejects where no worker starts. A foreign run, of a text that a reader wrote,
 *   ends its worker, which it may have damaged
 */
export function client(makeWorker, level = 0) {
  /** @type {Worker|null} */
  let worker = null;
  /** @type {Promise<void>|null} */
  let ready = null;
  let runs = 0;
  /** @type {Map<number, Waiting>} by number */
  const waiting = new Map();

  const end = () => {
    worker?.terminate();
    worker = null;
    ready = null;
  };
  const start = () => (ready ??= new Promise((resolve, reject) => {
    worker = makeWorker(level);
    const mine = worker;
    const fail = (/** @type {string} */ message) => {
      if (worker === mine) end();
      reject(new Error(message));
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      fail(event.message ?? "no worker");
    };
    worker.onmessage = ({data}) => {
      if (data?.kind === "ready") resolve();
      else if (data?.kind === "failed") fail(String(data.message));
      else (data?.id ? waiting.get(data.id) : current())?.hear(data);
    };
  }));

  /** The runs after a worker's last one start again in the next worker. */
  const renew = () => {
    end();
    const others = [...waiting.values()];
    for (const other of others) other.again();
    start().catch(() => {}); // said at the next run
  };

  /** @type {Engine["run"]} */
  const run = async (program, leaves = {}, how = {}) => {
    if (levelOf(program) > level) {
      level = levelOf(program);
      if (worker) renew();
    }
    const {isForeign = false, longest = level > 0 ? LONGEST_WITH_ARRAYS : LONGEST_RUN, heard = () => {}} = how;
    await start();
    const id = ++runs;
    return new Promise((resolve, reject) => {
      /** @type {ReturnType<typeof setTimeout>} */
      let timer;
      let refused = 0;
      let soFar = "";
      const settle = (/** @type {RunResult} */ result) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(result);
      };
      const giveUp = (/** @type {string} */ type) => {
        settle({...failed({type, sentence: "", line: type === "Timeout" ? likelyLoop(program) : null}), printed: soFar});
        renew();
      };
      const hear = (/** @type {Parameters<Waiting["hear"]>[0]} */ {kind, result, message, printed}) => {
        if (kind === "begun") {
          clearTimeout(timer);
          timer = setTimeout(() => giveUp(refused ? "MemoryError" : "Timeout"), longest);
          if (typeof printed === "string") heard((soFar = printed));
        } else if (kind === "full") {
          if (++refused === MOST_REFUSED) giveUp("MemoryError");
        } else if (kind === "broken") {
          settle(failed({type: "Broken", sentence: String(message), line: null}));
          renew();
        } else if (kind === "done") {
          settle(checked(result));
          // Its heap is fragmented, or a reader's text ran in it.
          if (refused || isForeign) renew();
        }
      };
      const again = () => {
        waiting.delete(id);
        run(program, leaves, how).then(resolve, reject);
      };
      waiting.set(id, {hear, again, giveUp});
      worker.postMessage({id, program, leaves});
    });
  };
  /** A worker runs one program after another. */
  const current = () => waiting.values().next().value;
  return {start, stop: () => current()?.giveUp("Stopped"), run};
}

/**
 * Return the result of a run that gave nothing but an error.
 *
 * @param {RunError} error
 * @returns {RunResult}
 */
export function failed(error) {
  return {trace: null, printed: "", isCut: false, error, reached: {}, answer: null};
}

/**
 * A reader's program may return anything: only data of this form is accepted.
 *
 * @returns {RunResult}
 */
function checked(/** @type {unknown} */ result) {
  const {trace, printed, isCut, error, reached, answer} = Object(result);
  const isText = typeof printed === "string" && JSON.stringify(result).length <= MOST_CHARACTERS;
  const isError =
    error === null ||
    (typeof error?.type === "string" &&
      typeof error.sentence === "string" &&
      (error.line === null || Number.isInteger(error.line)));
  if (!isText || !isError) return failed({type: "Malformed", sentence: "", line: null});
  const text = typeof answer === "string" ? answer : null;
  return {trace: trace ?? null, printed, isCut: Boolean(isCut), error, reached: Object(reached), answer: text};
}

/**
 * Return the line of the loop that most likely has no end: the last `while True`, otherwise the last
 * `while`, otherwise the last `for`.
 *
 * @param {string} program
 * @returns {number|null} from 1
 */
export function likelyLoop(program) {
  const lines = program.split("\n");
  for (const loop of [/^\s*while\s+(True|1)\s*:/, /^\s*while\b/, /^\s*for\b/]) {
    const found = lines.findLastIndex((line) => loop.test(line));
    if (found >= 0) return found + 1;
  }
  return null;
}
