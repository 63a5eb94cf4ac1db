import assert from "node:assert/strict";
import {test} from "node:test";
import {lacks} from "../../lib/diagrams/questions/complete.js";

const number = {
  answer: 4,
  replies: [{when: 1, say: "Too few."}],
  right: "Four of them.",
  hint: "Count them."
};
const choice = {
  answer: "b",
  choices: [{when: "a", text: "the first", say: "No."}, {when: "b", text: "the second", say: "Since …"}]
};
const found = (question, change) => lacks({...question, ...change}, (path) => path, "en");

test("a question with all that it needs lacks nothing", () => {
  assert.deepEqual(found(number), []);
  assert.deepEqual(found(choice), []);
  assert.deepEqual(found(number, {right: undefined, replies: [...number.replies, {when: 4, say: "Yes."}]}), []);
});

test("each thing that is missing has its sentence", () => {
  for (const [question, change, sentence] of [
    [number, {hint: undefined}, /no `hint`/],
    [number, {right: ""}, /why its answer is right/],
    [number, {replies: []}, /no reply to any likely mistake/],
    [number, {replies: [{when: 1}]}, /no reply to “1”/],
    [number, {replies: [...number.replies, ...number.replies]}, /two replies to “1”/],
    [number, {replies: [{when: 1, say: "Not 4?"}]}, /away in the reply to “1”/],
    [number, {hint: "It is 4."}, /away in the hint/],
    [choice, {choices: [{when: "a", text: "the first"}, choice.choices[1]]}, /no reply to “the first”/],
    [choice, {choices: [choice.choices[0], {when: "b", text: "the second"}]}, /why its answer is right/],
    [choice, {holds: ["cell-a", "fig-b"]}, /hides the whole figure “fig-b”/]
  ]) {
    const [one, ...others] = found(question, change);
    assert.match(one, sentence);
    assert.deepEqual(others, []);
  }
});

test("a number that only holds the answer's digits gives nothing away", () => {
  assert.deepEqual(found(number, {hint: "Of 14, 4.5, 1/4 and x[4], none."}), []);
});
