import assert from "node:assert/strict";
import {test} from "node:test";
import {answerFrom} from "../../lib/diagrams/views/prediction/answer.js";
import {isClose, readGuess, readings} from "../../lib/diagrams/words/guess.js";
import {traces} from "./traces.js";

const {chain} = traces();

test("numbers are read as people write them", () => {
  assert.deepEqual(
    ["0.5", "0,5", " −3 ", "-3", "1/4", "−1/4", "2e3"].map((text) => readGuess(text)),
    [0.5, 0.5, -3, -3, 0.25, -0.25, 2000]
  );
});

test("what is no number is none", () => {
  for (const text of ["", "  ", "x", "1/0", "1/2/3", "/2", "∞"]) {
    assert.equal(readGuess(text), null, text);
  }
});

test("digits in groups are read as the language writes them, and otherwise too", () => {
  assert.deepEqual(readings("8,000", "en"), [8000, 8]);
  assert.deepEqual(readings("8,000", "es"), [8, 8000]);
  assert.deepEqual(readings("7.389", "en"), [7.389, 7389]);
  assert.deepEqual(readings("7.389", "es"), [7389, 7.389]);
  for (const text of ["1,048,576", "1.048.576", "1 048 576"]) {
    assert.deepEqual(readings(text, "en"), [1048576], text);
  }
  assert.deepEqual(readings("−1,234.5", "en"), [-1234.5]);
  assert.deepEqual(readings("0.125", "es"), [0.125]);
  assert.deepEqual(readings("1.99", "es"), [1.99]);
});

test("a rounded answer counts, a wrong one does not", () => {
  assert.ok(isClose(0.7071, Math.SQRT1_2));
  assert.ok(isClose(0, 0));
  assert.ok(!isClose(0.01, 0));
  assert.ok(!isClose(41, 42));
  assert.ok(!isClose(-42, 42));
});

test("answers come from the trace", () => {
  assert.equal(answerFrom(chain, {grad: "x"}), 42);
  assert.equal(answerFrom(chain, {grad: "a"}), 14);
  assert.equal(answerFrom(chain, {value: "c"}), 49);
});

test("an answer that is not there names what is", () => {
  const known = {rule: "label", message: /“z”.*x, a, b, c/};
  assert.throws(() => answerFrom(chain, {grad: "z"}), known);
});
