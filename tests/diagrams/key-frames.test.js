import assert from "node:assert/strict";
import {test} from "node:test";
import {keyFrames} from "../../lib/diagrams/film-strip/key-frames.js";
import {steps as stepsOf} from "../../lib/diagrams/trace/steps.js";
import {traces} from "./traces.js";

const kinds = (steps, frames) => frames.map((index) => steps[index].kind);
const isAddition = ({kind, before}) => kind === "send" && before !== null;

test("start, end of the forward pass, seed, each accumulation, end", () => {
  const steps = stepsOf(traces().sumTimesB);
  const frames = keyFrames(steps);
  assert.equal(frames[0], 0);
  assert.deepEqual(kinds(steps, frames.slice(1, 3)), ["forward", "seed"]);
  assert.equal(frames[2], frames[1] + 1);
  assert.equal(frames.at(-1), steps.length - 1);
  steps.forEach((step, index) => {
    if (isAddition(step)) assert.ok(frames.includes(index), `step ${index}`);
  });
});

test("at most six, in order, none twice, whatever the trace", () => {
  for (const [name, trace] of Object.entries(traces())) {
    const steps = stepsOf(trace);
    const frames = keyFrames(steps);
    assert.ok(frames.length <= 6, name);
    assert.deepEqual(frames, [...new Set(frames)].sort((one, other) => one - other), name);
    assert.ok(frames.every((index) => index in steps), name);
  }
});

test("of many accumulations those stay that complete a gradient", () => {
  const send = (before, waiting) => ({kind: "send", before, waiting});
  const sends = Array.from({length: 9}, () => [send(null, 2), send(1, 1), send(2, 0)]).flat();
  const steps = [{kind: "start"}, {kind: "forward"}, {kind: "seed"}, ...sends, send(null, 0)];
  const frames = keyFrames(steps);
  assert.equal(frames.length, 6);
  const added = frames.filter((index) => isAddition(steps[index]));
  assert.deepEqual(added.map((index) => steps[index].waiting), [0, 0]);
});

test("a trace without a way back ends with its forward pass", () => {
  assert.deepEqual(keyFrames([{kind: "start"}, {kind: "forward"}, {kind: "forward"}]), [0, 2]);
  assert.deepEqual(keyFrames([{kind: "start"}]), [0]);
});
