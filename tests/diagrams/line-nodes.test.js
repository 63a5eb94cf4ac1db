import assert from "node:assert/strict";
import {test} from "node:test";
import {press, said, show} from "./dom.js";
import {LINES} from "./samples.js";
import {lineNodes} from "../../lib/diagrams/views/line-nodes/line-nodes.js";
import {linesOf} from "../../lib/diagrams/views/line-nodes/data.js";
import {quiz} from "../../lib/diagrams/views/quiz/quiz.js";

const lines = (element) => [...element.querySelectorAll(".tw-code-line")].filter(({hidden}) => !hidden);
const lit = (element) => [...element.querySelectorAll(".tw-tape-box")].flatMap((box, i) => (box.classList.contains("is-lit") ? [i] : []));
const counts = (element) => lines(element).map((one) => one.querySelector("b").textContent);

test("the tape has each block's nodes in the order in which they were made", () => {
  const {places} = linesOf(LINES).tapeOf(new Set());
  const found = places.map(({node, line, block}) => `${node.op} ${line} ${block}`);
  assert.equal(found.length, 12);
  assert.deepEqual([found[0], found[1], found[6], found.at(-1)], ["Embedding 0 -1", "View 1 0", "View 1 1", "Addmm 3 2"]);
});

test("a line lights its nodes in every block, and a node its line", () => {
  const element = show(lineNodes(LINES, {lang: "en"}));
  assert.match(said(element), /^12 nodes: 6 compute, 4 only reshape, 2 copy/);
  assert.deepEqual(counts(element), ["1", "2", "3", "1"]);
  lines(element)[2].click();
  assert.deepEqual(lit(element), [3, 4, 5, 8, 9, 10]);
  assert.match(said(element), /^Line 3 leaves 3 nodes in each block: View Addmm Clone/);
  press(element.querySelector(".tw-tape-boxes"), "Home");
  assert.match(said(element), /^Embedding → \(2, 3\), node 1 of 12, line 1\. It computes\. It saves indices \(3,\)\.$/);
  assert.ok(lines(element)[0].classList.contains("is-lit"));
  press(element.querySelector(".tw-tape-boxes"), "ArrowRight");
  assert.match(said(element), /^View .*, line 2\..* It saves nothing\.$/);
});

test("a switch changes the tape, and says by how much and why", () => {
  const element = show(lineNodes(LINES, {lang: "en"}));
  element.querySelector("[aria-label='What changes'] button").click();
  assert.equal(said(element), "12 → 4 nodes. It is short.");
  assert.deepEqual(counts(element), ["1", "−2 1", "1"]);
  assert.deepEqual(element.value, {line: "", node: "", on: "short"});
  // The second line that runs is the third of the program.
  element.value = {line: "2"};
  assert.match(said(element), /^Line 2 leaves 1 node in each block: Addmm/);
  element.value = {on: ""};
  assert.equal(said(element), "4 → 12 nodes. It is long.");
});

test("until it is answered no line shows its nodes, and a press answers", () => {
  const question = quiz({
    id: "most", question: "Which?", answer: 3, lang: "en",
    choices: [{when: 3, text: "x", say: "Yes, it copies."}, {when: 0, text: "another", say: "Look for a copy."}]
  });
  const element = show(lineNodes(LINES, {lang: "en", after: {prediction: question}}));
  document.body.append(question);
  assert.deepEqual(counts(element), ["", "", "", ""]);
  assert.equal(element.querySelectorAll(".tw-tape-box.is-blank").length, 12);
  element.value = {line: "3"};
  assert.deepEqual(lit(element), []);
  lines(element)[1].click();
  assert.match(question.textContent, /Look for a copy/);
  assert.deepEqual(counts(element), ["", "2", "", ""]);
  lines(element)[2].click();
  assert.match(question.textContent, /Yes, it copies/);
  assert.deepEqual(counts(element), ["1", "2", "3", "1"]);
  assert.deepEqual(lit(element), [3, 4, 5, 8, 9, 10]);
});

test("a letter shows what may follow it, at a checkpoint", () => {
  const element = show(lineNodes(LINES, {lang: "en"}));
  const highest = () => [...element.querySelectorAll(".tw-ends-bar")].map((bar) => Number(bar.getAttribute("height")))
    .reduce((best, high, i, all) => (high > all[best] ? i : best), 0);
  assert.equal(highest(), 2);
  element.querySelectorAll(".tw-chip")[0].click();
  assert.equal(said(element), "After “.” the model prefers a, with 0.8. That is the letter that follows.");
  assert.equal(highest(), 1);
  element.value = {at: "1", step: "0"};
  assert.equal(said(element), "After “.” the model prefers b, with 0.4. The letter that follows is a, with 0.3.");
  lines(element)[0].click();
  assert.match(said(element), /^Line 1/);
});

test("runs that are not one for each choice are refused", () => {
  assert.match(show(lineNodes({...LINES, runs: LINES.runs.slice(1)}, {lang: "en"})).textContent, /Lines need nodes and a run/);
});
