import assert from "node:assert/strict";
import {test} from "node:test";
import {plain} from "../../lib/diagrams/words/say.js";
import {sentence} from "../../lib/diagrams/trace/sentence.js";
import {steps} from "../../lib/diagrams/trace/steps.js";
import {modelTraces} from "./model-traces.js";
import {traces} from "./traces.js";

const {chain, sumTimesB, twice, squaredError, longNumbers, everyOperation} = traces();
const en = (trace, index) => plain(sentence(trace, index, {lang: "en"}));
const es = (trace, index) => plain(sentence(trace, index, {lang: "es"}));

test("a send is one chain-rule sentence", () => {
  assert.equal(
    en(chain, 6),
    "b sends its gradient on to a: the gradient of b is 14, the local gradient ∂b/∂a is 1, " +
      "so a receives 14 × 1 = 14."
  );
  assert.equal(
    es(chain, 6),
    "b envía su gradiente: tiene 14 y el gradiente local ∂b/∂a es 1, " +
      "así que a recibe 14 × 1 = 14."
  );
});

test("a first arrival says what is still to come, a second one adds up", () => {
  assert.match(en(twice, 3), /a waits: one more gradient is on the way\.$/);
  assert.match(en(twice, 4), /a already had 3, so it now has 3 \+ 3 = 6\. The backward pass ends\.$/);
  assert.match(es(twice, 4), /a ya tenía 3, así que ahora tiene 3 \+ 3 = 6\. Fin del camino de vuelta/);
});

test("an operation tells its formula, its numbers and its local gradients", () => {
  assert.equal(
    en(squaredError, 4),
    "Forward: loss = e² = (−0.75)² = 0.5625. " +
      "Saved for the backward pass: local gradient ∂loss/∂e = −1.5."
  );
  assert.match(es(squaredError, 2), /^Hacia delante: y = p \+ b = 1,5 \+ \(−0,25\) = 1,25\./);
});

test("∂c/∂b is not claimed where b reaches c by another way too", () => {
  assert.match(en(sumTimesB, 5), /the local gradient on this edge is 5/);
  assert.match(en(sumTimesB, 2), /local gradients 3 for s and 5 for b\.$/);
  assert.match(en(twice, 1), /local gradients 3 for the left a and 3 for the right a\.$/);
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

test("tensors: what ran, the shape it made, what it saved", () => {
  const {network} = modelTraces();
  assert.equal(
    en(network, 3),
    "Forward: Linear(ReLU, 2.weight, 2.bias), a tensor of shape (2, 1). " +
      "Saved for the backward pass: 2 tensors, 48 B; one of them by reference."
  );
  assert.equal(es(network, 5), "Hacia delante: Sum(Mul) = 45.");
});

test("tensors: a send tells shapes and norms, and adds what was there", () => {
  const {network} = modelTraces();
  assert.equal(
    en(network, 9),
    "The “Mul” node sends its gradient on to the “Linear” node: the “Mul” node has a gradient " +
      "of shape (2, 1), norm 1.414; by its backward rule, the “Linear” node receives a gradient " +
      "of shape (2, 1), norm 6.708. The “Linear” node already had one of norm 6.708; the sum has " +
      "norm 13.42."
  );
  assert.equal(
    es(network, 15),
    "El nodo «Linear» envía su gradiente: tiene un gradiente de forma (2, 3) y norma 30; según " +
      "su regla para la pasada hacia atrás, 0.bias recibe un gradiente de forma (3,) y norma 38,42. " +
      "Fin del camino de vuelta."
  );
});
