import {press, show} from "./dom.js";
import {linear} from "../../lib/diagrams/drawing/scale.js";
import assert from "node:assert/strict";
import {test} from "node:test";
import {between, curve, spanOf} from "../../lib/diagrams/lens/plot.js";
import {labelPlace} from "../../lib/diagrams/lens/free-place.js";
import {places} from "../../lib/diagrams/lens/places.js";
import {traces} from "./traces.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";

const {chain, sumTimesB, everyOperation} = traces();

const shownSlopes = (element) =>
  [...element.querySelectorAll(".tw-window:not(.is-waiting)")].map((one) => one.getAttribute("aria-label"));
const whole = (element) => element.querySelector(".tw-whole").getAttribute("aria-label");

test("each operand has a window, which shows its slope once the operation has run", () => {
  const element = show(stepper(sumTimesB, {lens: true}));
  assert.equal(element.querySelectorAll(".tw-window").length, sumTimesB.edges.length);
  assert.deepEqual(shownSlopes(element), []);
  element.value = sumTimesB.forward.length;
  const said = shownSlopes(element);
  sumTimesB.edges.forEach(({local}, i) => assert.match(said[i], new RegExp(`slope ${local}$`)));
});

test("the whole has its slope once the gradient of its leaf is complete", () => {
  const element = show(stepper(chain, {lens: "x"}));
  assert.equal(whole(element), "c for every x");
  press(element, "End");
  assert.equal(whole(element), `c for every x: at x = 2 the slope is ${chain.grads[0]}`);
});

test("the tangents have the slopes of the trace, in the drawing's own scale", () => {
  const element = show(stepper(everyOperation, {lens: "x", step: 1000}));
  const angles = [...element.querySelectorAll(".tw-window .tw-lens-tangent")].map((line) => {
    const [x1, x2, y1, y2] = ["x1", "x2", "y1", "y2"].map((name) => Number(line.getAttribute(name)));
    return (y1 - y2) / (x2 - x1);
  });
  const locals = everyOperation.edges.map(({local}) => local);
  const scale = angles[0] / locals[0];
  angles.forEach((angle, i) => assert.ok(Math.abs(angle - scale * locals[i]) < 1e-6 * Math.abs(angle) + 1e-9, `${i}`));
});

test("another leaf is chosen by its button", () => {
  const element = show(stepper(sumTimesB, {lens: "a", step: 1000}));
  assert.match(whole(element), /^\S+ for every a: /);
  element.querySelectorAll(".tw-lens input[type=radio]")[1].click();
  assert.match(whole(element), new RegExp(`for every b: at b = 3 the slope is ${sumTimesB.grads[1]}$`));
});

test("while a question waits there is no curve to read the answer from", () => {
  const asked = prediction(chain, {question: "How much?", answer: {grad: "x"}});
  const element = show(stepper(chain, {lens: true, after: {step: 3, prediction: asked}}));
  const lens = element.querySelector(".tw-lens");
  assert.ok(lens.classList.contains("is-withheld"));
  element.querySelector(".tw-lock button").click();
  assert.ok(!lens.classList.contains("is-withheld"));
});

test("a leaf that isn't there is named, and those that are", () => {
  assert.match(show(stepper(chain, {lens: "q"})).textContent, /“q”.*x/);
});

test("windows stand below their nodes where the drawing runs to the right and leaves the room", () => {
  const nodes = [{x: 60}, {x: 260}, {x: 460}];
  const {windows, width} = places([1, 1, 2], {direction: "right", width: 520, nodes}, 700);
  assert.equal(width, 520);
  assert.deepEqual(windows.map(({x, width: wide}) => x + wide / 2), [260, 260, 452]);
  assert.ok(windows[1].y > windows[0].y);
  for (const plan of [{direction: "down", width: 300}, {direction: "right", width: 2000, nodes}]) {
    const {windows: rows, width: used} = places([1, 1, 2, 2], plan, 358);
    assert.ok(used <= 358);
    assert.equal(rows[3].y > rows[0].y, true);
  }
});

test("a curve has a gap where there is no value, and a pole doesn't flatten it", () => {
  const same = (x) => x;
  assert.equal(curve([0, 1, 2, 3], [1, 2, NaN, 4], same, same), "M0 1L1 2M3 4");
  assert.equal(linear([0, 2], [10, 20])(1), 15);
  const ys = Array.from({length: 100}, (_, i) => i).concat(1e9);
  const [least, most] = spanOf(ys, [50]);
  assert.ok(least < 0 && most > 99 && most < 1000);
  assert.ok(spanOf(ys, [1e9])[1] >= 1e9);
  assert.deepEqual(spanOf([], [NaN]), [-1, 1]);
});

test("a curve that reaches past its window is cut at the window's ends", () => {
  assert.deepEqual(between([0, 2, 4, 6], [0, 20, 40, 60], [1, 5]), {x: [1, 2, 4, 5], y: [10, 20, 40, 50]});
  assert.deepEqual(between([0, 8], [0, 80], [1, 5]), {x: [1, 5], y: [10, 50]});
  assert.deepEqual(between([1, 2, 3], [NaN, 2, 3], [1, 2.5]), {x: [1, 2, 2.5], y: [NaN, 2, 2.5]});
  assert.deepEqual(between([], [], [1, 5]), {x: [], y: []});
});

test("the label of a point is on neither the curve nor its tangent, also on a phone", () => {
  const toX = linear([-3, 4], [18, 336]);
  const toY = linear([-10, 170], [124, 10]);
  const c = (x) => (3 * x + 1) ** 2;
  const line = Array.from({length: 71}, (_, i) => ({x: toX(i / 10 - 3), y: toY(c(i / 10 - 3))}));
  const inset = {x: 72, y: 14, width: 84, height: 102};
  for (let x = -2.9; x < 3.9; x += 0.2) {
    const ends = [x - 1, x + 1].map((one) => ({x: toX(one), y: toY(c(x) + 6 * (3 * x + 1) * (one - x))}));
    const at = {x: toX(x), y: toY(c(x))};
    const place = labelPlace(at, [line, ends], {letters: 8, width: 358, top: 10, floor: 124, inset});
    const left = place["text-anchor"] === "start" ? place.x : place.x - 70;
    assert.ok(left >= 0 && left + 70 <= 358, `${x}`);
    const near = line.filter((dot) => dot.x > left && dot.x < left + 70);
    assert.ok(!near.some(({y}) => y > place.y - 12 && y < place.y + 20), `${x}`);
  }
});
