import assert from "node:assert/strict";
import {test} from "node:test";
import {plain} from "../../lib/diagrams/words/say.js";
import {sentence} from "../../lib/diagrams/trace/sentence.js";
import {steps} from "../../lib/diagrams/trace/steps.js";
import {traces} from "./traces.js";

const {chain, squaredError, longNumbers, everyOperation} = traces();
const en = (trace, index) => plain(sentence(trace, index, {lang: "en"}));
const es = (trace, index) => plain(sentence(trace, index, {lang: "es"}));

test("an operation tells its formula, its numbers and its local gradients", () => {
  assert.equal(
    en(squaredError, 4),
    "Forward: loss = e² = (−0.75)² = 0.5625. " +
      "Saved for the backward pass: local gradient ∂loss/∂e = −1.5."
  );
  assert.match(es(squaredError, 2), /^Hacia delante: y = p \+ b = 1,5 \+ \(−0,25\) = 1,25\./);
});

test("a rounded result is only about equal", () => {
  assert.match(en(longNumbers, 1), /2 × \(−3\.123\) ≈ −6\.247/);
  assert.match(en(chain, 1), /3 × 2 = 6/);
});

test("nodes without a label are called by their operation, with a capital where due", () => {
  assert.match(en(longNumbers, 7), /^The “tanh” node sends its gradient on to the “\+” node:/);
  assert.match(es(longNumbers, 7), /^El nodo «tanh» envía/);
});

test("a node that is called by its own formula is not told twice", () => {
  const trace = traces().sumTimesB;
  trace.nodes[2].label = "a+b";
  assert.match(en(trace, 1), /^Forward: a\+b = 2 \+ 3 = 5\. .*∂\(a\+b\)\/∂a = 1/);
  assert.match(en(trace, 2), /^Forward: c = \(a\+b\) × b = 5 × 3 = 15\./);
});

test("Spanish lists with decimal commas use semicolons", () => {
  assert.match(es(squaredError, 0), /w = 0,5; x = 3; b = −0,25 y target = 2\.$/);
});

test("every step of every graph has a full sentence in both languages", () => {
  for (const [name, trace] of Object.entries({...traces(), everyOperation})) {
    steps(trace).forEach((_, i) => {
      for (const text of [en(trace, i), es(trace, i)]) {
        assert.match(text, /\.$/, `${name}, step ${i}`);
        assert.doesNotMatch(text, /undefined|null|NaN|\[object|\?/, `${name}, step ${i}: ${text}`);
      }
    });
  }
});
