import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {press, said, show} from "./dom.js";
import {residualDots} from "../../lib/diagrams/views/residual-dots/residual-dots.js";
import {familyOf} from "../../lib/diagrams/views/residual-dots/data.js";
import {sizeText} from "../../lib/diagrams/views/residual-dots/drawing.js";

const file = new URL("../../lib/tapewalk_course/stacks.json", import.meta.url);
const data = JSON.parse(readFileSync(file, "utf8"));

test("dots are as far apart as the cosines say", () => {
  const family = familyOf(data);
  for (const [skip, block] of [[false, 0], [false, 8], [true, 8]]) {
    const stack = family.at({skip, norm: "before", depth: 8, gain: 1});
    const away = stack.dots(block).map(([x, y]) => Math.hypot(x, y));
    // Rows of length 1 about their mean: the mean square distance is 1 less their mean cosine, in all dimensions.
    const most = Math.sqrt(32 * Math.max(0, 1 - stack.cosines[block])) + 0.1;
    assert.ok(Math.max(...away) <= most, `${skip} ${block}`);
    assert.equal(stack.gradients.length, 8);
  }
});

test("the sentence says what the gradients hide, and the losses only when they are shown", () => {
  const hidden = show(residualDots(data, {lang: "en", losses: false}));
  assert.match(said(hidden), /gradients are of similar size .* nearly the same\.$/);
  assert.equal(hidden.querySelector(".is-loss"), null);
  const element = show(residualDots(data, {lang: "en"}));
  assert.match(said(element), /only how frequent each label is: loss 2/);
  element.value = {skip: 1};
  assert.match(said(element), /It learns: loss 0\.013/);
});

test("keys walk through the blocks, and a shorter stack ends earlier", () => {
  const element = show(residualDots(data, {lang: "en"}));
  press(element, "End");
  assert.equal(element.value.block, 8);
  element.value = {depth: 2};
  assert.equal(element.value.block, 2);
  assert.equal(element.querySelectorAll(".tw-dots-bar").length, 2);
});

test("sizes far from 1 are powers of ten", () => {
  assert.deepEqual([-31.39, -2, 0, 7.8].map((power) => sizeText(power, String)), ["10⁻³²", "0.01", "1", "10⁷"]);
});
