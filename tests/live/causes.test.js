/** The explanation of errors that only the page's small Python raises. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {loadMicroPython} from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import {bridge} from "../../lib/live/arrays/bridge.js";
import {explain} from "../../lib/live/causes.js";
import {startEngine} from "../../lib/live/engine.js";
import {arrayFiles, files} from "../../lib/live/files.mjs";
import * as en from "../../lib/live/words/en.js";

test("an array without axes that is no number is named, and what to write instead", async () => {
  const run = await startEngine(loadMicroPython, files(), {}, {bridge, files: arrayFiles()});
  for (const use of ["math.log(a)", "'%.2f' % a", "f'{a:.2f}'"]) {
    const {error} = await run(`import math\nimport numpy as np\na = np.array(2.0)\n${use}`);
    const {told, cause} = explain(error, en.cells.causes);
    assert.match(told, /\bndarray\b/);
    assert.match(cause, /a\.item\(\)/);
  }
});
