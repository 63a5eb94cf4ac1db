/** The rules of the detective's game, and what its view asks at each of its stages. */
import assert from "node:assert/strict";
import {test} from "node:test";
import "./dom.js";
import {CASE, SICK} from "./samples.js";
import {POINTS, begin, blame, change, partsOf, probe} from "../../lib/diagrams/views/detective/game.js";
import {detective} from "../../lib/diagrams/views/detective/detective.js";
import {sickModels} from "../../lib/diagrams/views/sick-models/sick-models.js";

const press = (element, text) => {
  const found = [...element.querySelectorAll("button")].find((one) => one.textContent.includes(text));
  assert.ok(found, text);
  found.dispatchEvent(new Event("click", {bubbles: true}));
};

test("a measurement costs once, and nothing where there is none", () => {
  const asked = probe(CASE, begin(), "5");
  assert.deepEqual([asked.points, asked.shown], [POINTS - 1, "5"]);
  assert.equal(probe(CASE, asked, "5").points, asked.points);
  const free = probe(CASE, asked, "1");
  assert.deepEqual([free.points, free.reply], [asked.points, "free"]);
  assert.equal(probe(CASE, begin(), "report").points, POINTS - 2);
});

test("a wrong line costs three points and shows its evidence", () => {
  const wrong = blame(CASE, begin(), 5);
  assert.deepEqual([wrong.phase, wrong.points, wrong.shown, wrong.reply], ["look", POINTS - 3, "5", "healthy"]);
  assert.equal(blame(CASE, wrong, 0).reply, "sick");
  assert.equal(blame({...CASE, places: []}, begin(), 0).phase, "done");
});

test("the first change that trains ends a case", () => {
  const found = blame(CASE, begin(), 8);
  assert.equal(found.phase, "fix");
  const tried = change(CASE, found, 0);
  assert.deepEqual([tried.phase, tried.points], ["fix", POINTS - 1]);
  assert.equal(change(CASE, tried, 0), tried);
  assert.equal(change(CASE, tried, 1).phase, "done");
  assert.equal(change(CASE, begin(), 1).phase, "look");
});

test("each line belongs to one part of the program", () => {
  assert.deepEqual(partsOf(["import torch", "", "class A(nn.Module):", "    def __init__(self):", "        x", "    def forward(self):", "        y", "def fresh(n):", "model = A()", "def train(n):"]),
    ["imports", "imports", "modules", "modules", "modules", "forward", "forward", "data", "data", "training"]);
});

test("changes are offered once the line is found, and not before", () => {
  const element = detective({cases: [CASE]}, {lang: "en"});
  assert.ok(!element.textContent.includes("lr=0.1"));
  element.querySelector("[data-line='8']").dispatchEvent(new Event("click", {bubbles: true}));
  press(element, "This line");
  assert.ok(element.textContent.includes("Which change makes the model train?"));
  press(element, "lr=0.1");
  assert.ok(element.textContent.includes("10 of 10 points"));
  assert.equal(element.querySelectorAll(".tw-curve-line").length, 2);
});

test("a fix draws the losses after those of before", () => {
  const element = sickModels({models: [SICK]}, {lang: "en"});
  press(element, "3 → 2");
  assert.equal(element.querySelectorAll(".tw-curve-line").length, 1);
  press(element, "Apply the fix");
  const [before, after] = element.querySelectorAll(".tw-curve-line");
  // The first x of the later curve is where the earlier one has ended.
  const xs = (path) => [...path.getAttribute("d").matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x));
  assert.ok(xs(after)[0] > xs(before).at(-1));
  assert.ok(element.textContent.includes("It goes on with the weights that it had."));
});
