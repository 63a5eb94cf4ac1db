import assert from "node:assert/strict";
import {test} from "node:test";
import {formula, glyphs, scalarOperations, symbolText} from "../../lib/diagrams/words/operations.js";
import {traces} from "./traces.js";

const node = (op, ...constants) => ({
  op,
  constants: constants.map(([slot, value]) => ({slot, value}))
});
const drawn = (...args) => symbolText(glyphs(node(...args), String));
const written = (parts, ...operands) => formula(node(...parts), operands, String);

test("constants are drawn where they stand", () => {
  assert.equal(drawn("mul", [0, 3]), "3 ×");
  assert.equal(drawn("add", [1, 1]), "+ 1");
  assert.equal(drawn("sub", [0, 1]), "1 −");
  assert.equal(drawn("pow", [1, 2]), "( )²");
  assert.equal(drawn("mul"), "×");
});

test("an exponent is raised", () => {
  const [base, exponent] = glyphs(node("pow", [1, 0.5]), String);
  assert.deepEqual([base.raised, exponent], [undefined, {text: "0.5", raised: true}]);
});

test("formulas put operands and constants in their slots", () => {
  assert.equal(written(["mul", [0, 3]], undefined, "x"), "3 × x");
  assert.equal(written(["pow", [1, 2]], "b"), "b²");
  assert.equal(written(["sub"], "a", "b"), "a − b");
  assert.equal(written(["tanh"], "n"), "tanh(n)");
  assert.equal(written(["sqrt"], "10"), "√(10)");
});

test("negative numbers after a sign or under an exponent stand in parentheses", () => {
  assert.equal(written(["add"], "1.5", "−0.25"), "1.5 + (−0.25)");
  assert.equal(written(["pow", [1, 2]], "−0.75"), "(−0.75)²");
  assert.equal(written(["neg"], "−2"), "−(−2)");
});

test("every operation of the engine is known, and each looks different", () => {
  const used = new Set(traces().everyOperation.nodes.map(({op}) => op));
  used.delete("leaf");
  for (const op of used) assert.ok(scalarOperations.includes(op), op);
  const formulas = scalarOperations.map((op) => written([op], "a", "b"));
  assert.equal(new Set(formulas).size, scalarOperations.length);
});

test("an operation of a tensor is called by its name", () => {
  assert.equal(drawn("MatMul"), "MatMul");
  assert.equal(written(["MatMul"], "a", "b"), "MatMul(a, b)");
});
