import assert from "node:assert/strict";
import {test} from "node:test";
import {press, show} from "./dom.js";
import {BATCH, WRITER, WRONG_RUNS} from "./samples.js";
import {scores} from "../../lib/diagrams/views/scores/scores.js";
import {nextLetter} from "../../lib/diagrams/views/next-letter/next-letter.js";
import {wrongGradients} from "../../lib/diagrams/views/wrong-gradients/wrong-gradients.js";
import {backward, forward} from "../../lib/diagrams/views/scores/rows.js";

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

test("each gradient of a row is the slope of what comes after it", () => {
  const n = 32;
  const right = 1;
  const h = 1e-5;
  const z = [0.3, -1.2, 2, 0.7];
  const row = forward({scores: z, right});
  const found = backward(row, right, n);
  const slope = (loss, at) => (loss(at + h) - loss(at - h)) / (2 * h);
  const changed = (list, j, to) => list.map((one, i) => (i === j ? to : one));
  const nll = (p) => -Math.log(p) / n;
  const close = (step, mine, loss, at) => assert.ok(Math.abs(mine - slope(loss, at)) < 1e-6, `${step}: ${mine}`);
  const t = z.map((one) => one - z[row.largest]);
  const ofNorm = (list) => nll(Math.exp(list[right]) / sum(list.map(Math.exp)));
  close("dcounts_sum_inv", found[2].column, (x) => nll(row.counts[right] * x), 1 / row.sum);
  close("dcounts_sum", found[4].column, (x) => nll(row.counts[right] / x), row.sum);
  close("dlogit_maxes", found[6].column, (x) => ofNorm(z.map((one) => one - x)), z[row.largest]);
  for (const j of z.keys()) {
    close("dprobs", found[1].cells[j], (x) => nll(changed(row.probs, j, x)[right]), row.probs[j]);
    close("dcounts", found[4].cells[j], (x) => {
      const counts = changed(row.counts, j, x);
      return nll(counts[right] / sum(counts));
    }, row.counts[j]);
    close("dnorm_logits", found[5].cells[j], (x) => ofNorm(changed(t, j, x)), t[j]);
    close("dlogits", found[7].cells[j], (x) => ofNorm(changed(z, j, x)), z[j]);
  }
});

test("a score that is moved by a key changes its pull, and the pulls still sum to zero", () => {
  const figure = show(scores(BATCH, {lang: "en"}));
  const bars = figure.querySelector(".tw-score-bars");
  const before = bars.textContent;
  press(bars, "ArrowUp");
  assert.deepEqual(figure.value, {step: 1, example: 1, letter: "a", score: 2.1});
  assert.notEqual(bars.textContent, before);
  assert.match(bars.textContent, /sum 0\.000/);
});

test("steps after the question stay closed, and their sizes unknown", () => {
  const prediction = Object.assign(document.createElement("form"), {value: {answered: false}});
  const figure = show(scores(BATCH, {lang: "en", after: {step: 4, prediction}}));
  figure.value = {step: 8};
  assert.equal(figure.value.step, 4);
  const sizes = [...figure.querySelectorAll(".tw-score-sizes text")].map(({textContent}) => textContent);
  assert.equal(sizes.filter((text) => text === "?").length, 4);
  prediction.value = {answered: true};
  prediction.dispatchEvent(new Event("input"));
  assert.equal(figure.value.step, 5);
});

test("a letter's own key writes it, also the one that is the figure's key elsewhere", () => {
  const figure = show(nextLetter(WRITER, {lang: "en"}));
  const ofDot = 1 / (1 + Math.exp(2 - 3 * Math.tanh(1)));
  assert.ok(Math.abs(figure.value.chances[0] - ofDot) < 1e-6);
  press(figure.querySelector(".tw-letters"), "a");
  assert.equal(figure.value.name, "a");
  assert.ok(Math.abs(figure.value.chances[1] - 1 / (1 + Math.exp(-2))) < 1e-6);
  press(figure.querySelector(".tw-letters"), ".");
  assert.deepEqual([figure.value.name, figure.value.written[0]], ["", "a"]);
});

test("the lower temperatures wait for the answer", () => {
  const prediction = Object.assign(document.createElement("form"), {value: {answered: false}});
  const figure = show(nextLetter(WRITER, {lang: "en", after: {temperature: 1, prediction}}));
  figure.value = {temperature: 0};
  assert.equal(figure.value.temperature, 1);
  prediction.value = {answered: true};
  prediction.dispatchEvent(new Event("input"));
  figure.value = {temperature: 0};
  assert.equal(figure.value.temperature, 0);
});

test("at temperature 0 the likeliest symbol is certain", () => {
  const figure = show(nextLetter(WRITER, {lang: "en", name: "a", temperature: 0}));
  assert.deepEqual(figure.value.chances, [0, 1]);
});

test("wrong runs wait for the answer, then say how many lie within the right ones' range", () => {
  const prediction = Object.assign(document.createElement("form"), {value: {answered: false}});
  const figure = show(wrongGradients(WRONG_RUNS, {lang: "en", after: {prediction}}));
  const told = () => figure.querySelector(".tw-said").textContent;
  assert.equal(figure.querySelectorAll(".tw-wrong-curve").length, 1);
  assert.ok(!figure.textContent.includes("2.550"));
  prediction.value = {answered: true};
  prediction.dispatchEvent(new Event("input"));
  assert.match(told(), /sign of dC: dev loss 2\.550, right run 2\.250\. Here each of its runs is worse/);
  figure.value = {gradient: "n", step: 60};
  assert.match(told(), /1\/n, not 1\/\(n − 1\): dev loss 2\.550, right run 2\.550\. Here 2 of 2 runs/);
});
