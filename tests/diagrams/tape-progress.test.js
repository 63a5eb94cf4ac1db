import assert from "node:assert/strict";
import {test} from "node:test";
import {steps} from "../../lib/diagrams/trace/steps.js";
import {tapeProgress} from "../../lib/diagrams/drawing/tape.js";
import {traces} from "./traces.js";

const progress = (trace) => tapeProgress(steps(trace), trace.forward);

test("written from the first cell to the last, then read from the last to the first", () => {
  assert.deepEqual(
    progress(traces().chain).map(({written, read}) => [written, read]),
    [[0, null], [1, null], [2, null], [3, null], [3, 3], [3, 2], [3, 1], [3, 0]]
  );
});

test("a cell that sends twice is half read in between", () => {
  assert.deepEqual(progress(traces().twice).map(({read}) => read), [null, null, 1, 0.5, 0]);
});

test("every graph ends with all written and all read", () => {
  for (const [name, trace] of Object.entries(traces())) {
    assert.deepEqual(progress(trace).at(-1), {written: trace.forward.length, read: 0}, name);
  }
});
