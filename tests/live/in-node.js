/** The engine of a page's worker, in Node, for figures that a test draws. */
import {loadMicroPython} from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import {startEngine} from "../../lib/live/engine.js";
import {files} from "../../lib/live/files.mjs";
import {makeMovable} from "../../lib/live/movable-leaves.js";
import {programOf} from "../../lib/live/program.js";

const DESK = Symbol.for("tapewalk.live");
const run = await startEngine(loadMicroPython, files());

/** The trace of a program. */
export const traceOf = (program) => run(program, {}).trace;

/** Makes every figure movable that is drawn from now on. */
export function bringEngine() {
  globalThis[DESK] = {
    figures: [],
    hear: (figure) => {
      const program = programOf(figure.trace);
      const named = (values) => Object.fromEntries([...values].map(([id, x]) => [`x${id}`, x]));
      makeMovable(figure, async (values) => run(program, named(values)));
    }
  };
}

/** Undoes `bringEngine`. */
export function rest() {
  globalThis[DESK] = {figures: [], hear: null};
}

/** Waits until a figure shows what its leaves were set to. */
export async function settled(element) {
  while (element.matches("[aria-busy]")) await new Promise((resolve) => { setImmediate(resolve); });
}
