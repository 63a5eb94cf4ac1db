import assert from "node:assert/strict";
import {test} from "node:test";
import {said, show} from "./dom.js";
import {CUTS, RUN, TABLE} from "./samples.js";
import {backwardPass} from "../../lib/diagrams/views/backward-run/backward-run.js";
import {backwardRun} from "../../lib/diagrams/views/backward-run/run.js";
import {cutGraph} from "../../lib/diagrams/views/cut-graph/cut-graph.js";
import {gradients} from "../../lib/diagrams/views/softmax-grid/model.js";

test("a part is ready when all of its users have run", () => {
  const run = backwardRun(RUN, true);
  run.run("loss");
  assert.deepEqual(run.ready(), ["out"]);
  assert.deepEqual(run.missing("q"), ["out"]);
});

test("a part that is forced is wrong by the share that it lacks", () => {
  const run = backwardRun(RUN, true);
  for (const part of ["loss", "q", "out"]) run.run(part);
  assert.ok(run.isWrong("q"));
  // Two shares of size 1 with product 0.5: their sum has size √3.
  assert.ok(Math.abs(run.error("q") - 1 / Math.sqrt(3)) < 1e-9);
  assert.deepEqual(run.lost, [["q", "out"]]);
});

test("a part that waits refuses, and names the missing share", () => {
  const element = show(backwardPass(RUN, {ran: "loss"}));
  element.querySelector("[data-item=q]").dispatchEvent(new Event("click", {bubbles: true}));
  assert.match(said(element), /has 1 of 2 shares. It waits for the share from out/);
  assert.equal(element.value.ran, "loss");
});

test("a cut counts the parameters that it leaves", () => {
  const element = show(cutGraph(CUTS));
  element.value = {place: "q-*", kind: "detach"};
  assert.match(said(element), /Silent. 2 parameters keep grad = None.*held until the cut/);
  element.value = {place: "q-loss"};
  assert.match(said(element), /2 gradients are wrong/);
});

test("gradients of scores are those of finite differences", () => {
  const {grads, table} = gradients(TABLE);
  const h = 1e-5;
  const moved = (by) => {
    const nudged = TABLE.table.map((row) => [...row]);
    nudged[1][2] += by;
    return gradients({...TABLE, table: nudged}).loss;
  };
  assert.ok(Math.abs(table[1][2] - (moved(h) - moved(-h)) / (2 * h)) < 1e-8);
  for (const row of grads) assert.ok(Math.abs(row.reduce((a, b) => a + b, 0)) < 1e-12);
});
