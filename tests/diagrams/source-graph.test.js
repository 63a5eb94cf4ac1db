import assert from "node:assert/strict";
import {test} from "node:test";
import {press, said, show} from "./dom.js";
import {PROGRAM, SAVED} from "./samples.js";
import {sourceGraph} from "../../lib/diagrams/views/source-graph/source-graph.js";
import {attentionSquare} from "../../lib/diagrams/views/attention-square/attention-square.js";

const named = (element, selector) => [...element.querySelectorAll(selector)].map(({textContent}) => textContent);

test("a switch strikes out what it removes and marks what it adds", () => {
  const element = show(sourceGraph(PROGRAM, {lang: "en"}));
  assert.deepEqual(named(element, ".is-gone"), []);
  element.querySelector("[data-switch]").click();
  assert.deepEqual(named(element, ".tw-block-node.is-gone"), ["Add"]);
  assert.deepEqual(named(element, ".tw-block-node.is-new"), ["Mm", "Mul"]);
  assert.equal(said(element), "4 nodes now: 1 is gone and 2 are new.");
});

test("a part of the census lights its nodes, a line its own", () => {
  const element = show(sourceGraph(PROGRAM, {lang: "en"}));
  element.querySelector("[data-kind=layout_free]").click();
  assert.deepEqual(named(element, ".tw-block-node:not(.is-faded)"), ["View"]);
  element.value = {line: 1};
  assert.deepEqual(named(element, ".tw-block-node:not(.is-faded)"), ["Add"]);
});

test("a line, a node or a kind that does not exist is ignored", () => {
  const element = show(sourceGraph(PROGRAM, {lang: "en"}));
  for (const wanted of [{line: 99}, {line: "x"}, {kind: "x"}, {node: 0}]) {
    element.value = wanted;
    assert.deepEqual(named(element, ".is-faded"), []);
    assert.match(said(element), /^3 nodes, in the order/);
  }
  element.value = {line: 1, node: 99};
  assert.deepEqual(element.value, {on: "batch_first", line: 1, node: null, kind: null});
});

test("a node says whether it computes or moves memory", () => {
  const element = show(sourceGraph(PROGRAM, {lang: "en"}));
  const code = () => element.querySelector(".tw-block-code");
  press(code(), "ArrowRight");
  assert.match(said(element), /^Addmm: compute\. one call: 8 million operations for 2 MiB moved, 3\.8 for each byte/);
  press(code(), "ArrowRight");
  assert.match(said(element), /^View: rearrange\. It moves no number/);
});

test("the square and the strips have one scale", () => {
  const element = show(attentionSquare(SAVED, {lang: "en"}));
  const wide = (selector) => Number(element.querySelector(selector).getAttribute("width"));
  for (const tokens of SAVED.lengths) {
    element.value = {tokens};
    assert.ok(Math.abs(wide(".tw-square-weights") / wide(".tw-square-strip") - tokens / SAVED.head) < 1e-6);
  }
  assert.match(said(element), /One head saves 67 MiB/);
});

test("what the backward pass computes again waits for the answer", () => {
  const element = show(attentionSquare(SAVED, {lang: "en", backward: false}));
  assert.ok(element.querySelector(".tw-square-back").hidden);
  element.value = {back: 1};
  assert.equal(element.querySelector(".tw-square-window"), null);
});
