import assert from "node:assert/strict";
import test from "node:test";
import {lostItems, markLost} from "../../lib/diagrams/drawing/lost.js";

test("a box is struck out if all its nodes are lost, and only then", () => {
  const itemOf = [0, 0, 1, 1, 2];
  assert.deepEqual([...lostItems(itemOf, [0, 1, 2, 4])].sort(), [0, 2]);
  assert.deepEqual([...lostItems(itemOf, [])], []);
});

test("boxes and the lines at them are struck out once, and say so once", () => {
  const mark = (label) => {
    const attributes = {"aria-label": label};
    const classes = new Set();
    return {
      classes,
      classList: {add: (name) => classes.add(name)},
      getAttribute: (name) => attributes[name] ?? null,
      setAttribute: (name, value) => (attributes[name] = value),
      querySelector: () => null
    };
  };
  const marks = ["kept", "cut", "after"].map(mark);
  const lines = [mark(), mark()];
  const edges = [{from: 1, to: 0}, {from: 2, to: 1}];
  const view = {marks, lines, plan: {edges, outline: {itemOf: [0, 1, 2]}}};
  markLost(view, [1], {lostNode: "Gone."});
  markLost(view, [1], {lostNode: "Gone."});
  assert.deepEqual(marks.map(({classes}) => classes.has("is-lost")), [false, true, false]);
  assert.deepEqual(marks.map((one) => one.getAttribute("aria-label")), ["kept", "cut Gone.", "after"]);
  assert.ok(lines.every(({classes}) => classes.has("is-lost")));
});
