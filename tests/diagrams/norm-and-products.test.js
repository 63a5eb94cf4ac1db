import assert from "node:assert/strict";
import {test} from "node:test";
import {press, said, show} from "./dom.js";
import {POINTS, PRODUCT, ROWS, TILES} from "./samples.js";
import {batchPoints} from "../../lib/diagrams/views/batch-points/batch-points.js";
import {normalise, PARTS, sharesOf} from "../../lib/diagrams/views/batch-points/norm.js";
import {productCells} from "../../lib/diagrams/views/product-cells/product-cells.js";
import {productOf} from "../../lib/diagrams/views/product-cells/product.js";
import {rowSums} from "../../lib/diagrams/views/row-sums/row-sums.js";
import {shapeTiles} from "../../lib/diagrams/views/shape-tiles/shape-tiles.js";

const slider = (element, name) => [...element.querySelectorAll("[role=slider]")]
  .find((one) => one.getAttribute("aria-label") === name);
const near = (found, expected) => found.forEach((x, i) => assert.ok(Math.abs(x - expected[i]) < 1e-6, `${found}, not ${expected}`));

/** The slope of a function of a list with respect to each of its numbers, by central differences. */
function slopes(of, list, h = 1e-5) {
  return list.map((x, i) => (of(list.with(i, x + h)) - of(list.with(i, x - h))) / (2 * h));
}

test("the three paths of batch norm add up to the slopes of its outputs", () => {
  for (const [x, g] of [[[-0.7, 0.1, 0.9, 1.3], [0, 1, 0, 0]], [[2, -1, 0.5, 0.4, -2], [0.3, -0.7, 1, 0.2, 0.9]]]) {
    const shares = sharesOf(x, g);
    const total = x.map((_, i) => PARTS.reduce((sum, part) => sum + shares[part][i], 0));
    near(total, slopes((at) => normalise(at).y.reduce((sum, y, i) => sum + y * g[i], 0), x));
  }
});

test("a push of all and a pull apart leave no gradient", () => {
  const element = show(batchPoints(POINTS, {lang: "en"}));
  assert.ok(element.value.outgoing.every((one) => Math.abs(one) > 0.01));
  assert.match(said(element), /Only output 2 is pushed, and all 4 inputs get gradients/);
  for (const [g, words] of [[[1, 1, 1, 1], /pushed alike, and no gradient leaves/], ["apart", /pulled apart in proportion/]]) {
    element.value = {g};
    near(element.value.outgoing, [0, 0, 0, 0]);
    assert.match(said(element), words);
  }
  element.value = {g: [1, 1, 1, 1], parts: ["straight", "variance"]};
  assert.ok(element.value.outgoing.every((one) => one > 0.5));
  assert.match(said(element), /the path through the mean is missing/);
});

test("keys move a point, and all outgoing gradients follow", () => {
  const element = show(batchPoints(POINTS, {lang: "es"}));
  const before = element.value.outgoing;
  press(slider(element, "entrada 1"), "ArrowRight");
  assert.equal(element.value.x[0], -0.6);
  element.value.outgoing.forEach((one, i) => assert.notEqual(one, before[i]));
  press(slider(element, "gradiente de la salida 2"), "End");
  assert.equal(element.value.g[1], 1.2);
});

test("the gradients of a product are the slopes of its loss", () => {
  const {A, B} = PRODUCT;
  const rows = (list, like) => like.map((row, i) => row.map((_, j) => list[i * row.length + j]));
  const loss = (one, other) => productOf(one, other).P.flat().reduce((sum, x) => sum + (x * x) / 2, 0);
  near(productOf(A, B).dA.flat(), slopes((list) => loss(rows(list, A), B), A.flat()));
  near(productOf(A, B).dB.flat(), slopes((list) => loss(A, rows(list, B)), B.flat()));
});

test("a cell that is moved moves those that use it, and says which", () => {
  const element = show(productCells(PRODUCT, {lang: "en", cell: "A00"}));
  assert.equal(said(element), "A[0, 0] is used by P[0, 0], P[0, 1]. ∂A[0, 0] = (−2)·2 + 5·1 = 1.");
  const {P, dA} = element.value;
  press(slider(element, "A[0, 0]"), "ArrowUp");
  const now = element.value;
  assert.deepEqual([now.A[0][0], now.P[1]], [1.1, P[1]]);
  assert.notDeepEqual([now.P[0], now.dA[0]], [P[0], dA[0]]);
  element.value = {cell: "P01", A: "1,2,3,4"};
  assert.equal(said(element), "P[0, 1] = 1·1 + 2·2 = 5.");
});

test("two of eight arrangements of tiles fit, and one has the wanted shape", () => {
  const element = show(shapeTiles(TILES, {lang: "en"}));
  const found = [];
  for (const order of ["h,dlogits", "dlogits,h"]) {
    for (const transposed of ["", "h", "dlogits", "h,dlogits"]) {
      element.value = {order, transposed};
      if (element.value.shape) found.push([order, transposed, String(element.value.shape)]);
    }
  }
  assert.deepEqual(found, [["h,dlogits", "h", "64,27"], ["dlogits,h", "dlogits", "27,64"]]);
  assert.match(said(element), /8 of 8 tried/);
  element.querySelector(".tw-tiles-swap").click();
  assert.equal(element.value.order, "h,dlogits");
  press(element.querySelector(".tw-tiles-tile[role=button]"), "Enter");
  assert.equal(element.value.transposed, "dlogits");
});

test("rows that are assigned are lost, and rows that are added are not", () => {
  const element = show(rowSums(ROWS, {lang: "en"}));
  const lost = (mode, fallen = 4) => {
    element.value = {mode, fallen};
    return element.value.lost;
  };
  assert.deepEqual([lost("index_add"), lost("="), lost("+="), lost("=", 2)], [0, 2, 2, 1]);
  element.value = {mode: "=", fallen: 4, chosen: "a"};
  assert.match(said(element), /Of the 4 rows that have fallen, 2 got lost\. Row “a” got 3/);
  press(slider(element, "Chosen row"), "ArrowRight");
  assert.equal(element.value.chosen, "b");
});

test("numbers that are not those of Python are refused", () => {
  const wrong = [
    batchPoints({...POINTS, outgoing: [0, 1, 0, 0]}), productCells({...PRODUCT, dA: PRODUCT.A}),
    rowSums({...ROWS, sums: [[1, 1], [0, 0]]}), shapeTiles({tiles: {}, goals: TILES.goals})
  ];
  for (const element of wrong) assert.match(element.textContent, /It needs/);
});
