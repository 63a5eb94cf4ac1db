/** Milliseconds; a run that takes longer, and asked for no more, is ended with its worker. */
const LONGEST_RUN = 1000;

/** What comes back has to be this long at most, as JSON. */
const MOST_CHARACTERS = 4_000_000;

/**
 * The one engine of a page. Its worker starts with the first `start` or `run`, and again after one
 * that had to be ended.
 *
 * @param {() => Worker} makeWorker
 * @returns {{start: () => Promise<void>, stop: () => void,
 *   run: (program: string, leaves?: Record<string, number>,
 *   how?: {isForeign?: boolean, longest?: number}) => Promise<Fields>}} a run resolves to
 *   what engine.js calls a result; its error may be of the type "Timeout", and tells the line of
 *   the likely loop, or "Stopped". It rejects where no worker starts. A
 *   run that is foreign, a text that a reader wrote, ends its worker: it may have spoilt it
 */
export function client(makeWorker) {
  let worker = null;
  let ready = null;
  let runs = 0;
  /** The runs that wait for an answer, by number. */
  const waiting = new Map();

  const end = () => {
    worker?.terminate();
    worker = null;
    ready = null;
  };
  const start = () => (ready ??= new Promise((/** @type {(value?: any) => void} */ resolve, reject) => {
    worker = makeWorker();
    const mine = worker;
    const fail = (message) => {
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
      else waiting.get(data?.id ?? last(waiting))?.hear(data);
    };
  }));

  /** Those behind a worker's last run begin again in the next one. */
  const renew = () => {
    end();
    const others = [...waiting.values()];
    for (const other of others) other.again();
    start().catch(() => {}); // said at the next run
  };

  const run = async (program, leaves = {}, {isForeign = false, longest = LONGEST_RUN} = {}) => {
    await start();
    const id = ++runs;
    return new Promise((resolve, reject) => {
      let timer = null;
      let isFull = false;
      const settle = (result) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(result);
      };
      const giveUp = (type) => {
        settle(failed({type, sentence: "", line: type === "Timeout" ? likelyLoop(program) : null}));
        renew();
      };
      const hear = ({kind, result, message}) => {
        if (kind === "begun") {
          timer = setTimeout(() => giveUp(isFull ? "MemoryError" : "Timeout"), longest);
        } else if (kind === "full") {
          isFull = true;
        } else if (kind === "broken") {
          settle(failed({type: "Broken", sentence: String(message), line: null}));
          renew();
        } else if (kind === "done") {
          settle(checked(result));
          // Its heap is in pieces, or somebody's text ran in it.
          if (isFull || isForeign) renew();
        }
      };
      const again = () => {
        waiting.delete(id);
        run(program, leaves, {isForeign, longest}).then(resolve, reject);
      };
      waiting.set(id, {id, hear, again, giveUp});
      worker.postMessage({id, program, leaves});
    });
  };
  const stop = () => waiting.values().next().value?.giveUp("Stopped");
  return {start, stop, run};
}

/** The run that is on: a worker runs one after another. */
function last(waiting) {
  return waiting.keys().next().value;
}

function failed(error) {
  return {trace: null, printed: "", isCut: false, error, reached: {}};
}

/** What comes from a program of anybody's is data, of this form or not taken. */
function checked(result) {
  const {trace, printed, isCut, error, reached} = Object(result);
  const isText = typeof printed === "string" && JSON.stringify(result).length <= MOST_CHARACTERS;
  const isError =
    error === null ||
    (typeof error?.type === "string" &&
      typeof error.sentence === "string" &&
      (error.line === null || Number.isInteger(error.line)));
  if (!isText || !isError) return failed({type: "Malformed", sentence: "", line: null});
  return {trace: trace ?? null, printed, isCut: Boolean(isCut), error, reached: Object(reached)};
}

/**
 * The line of the loop that is most likely without an end: the last `while True` or, without one,
 * the last `while`, else the last `for`.
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
