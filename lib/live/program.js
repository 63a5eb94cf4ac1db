import {toNumber} from "../diagrams/words/numbers.js";

const INFIX = {add: "+", sub: "-", mul: "*", div: "/", pow: "**"};

/**
 * The program behind a trace of numbers, a line a node: line 3 computes node 2.
 *
 * @param {Trace} trace
 * @returns {string} Python, which takes the number of a leaf from `leaves` where that has one for it,
 *   under `x0` for node 0
 */
export function programOf({nodes, edges}) {
  const lines = nodes.map((node) => {
    const operands = [];
    for (const {slot, value} of node.constants) operands[slot] = number(value);
    for (const {from, to, slot} of edges) if (to === node.id) operands[slot] = `x${from}`;
    const name = node.label === null ? "" : JSON.stringify(node.label);
    if (node.op !== "leaf") {
      const line = `x${node.id} = ${operation(node.op, operands)}`;
      return name ? `${line}; x${node.id}.label = ${name}` : line;
    }
    const given = `leaves.get("x${node.id}", ${number(node.value)})`;
    return `x${node.id} = Value(${given}${name && `, label=${name}`})`;
  });
  return [...lines, `root = x${nodes.length - 1}`].join("\n");
}

function operation(op, operands) {
  const [first, second] = operands;
  if (op === "neg") return `-${first}`;
  return INFIX[op] ? `${first} ${INFIX[op]} ${second}` : `${first}.${op}()`;
}

/** A number as Python reads it; one with a sign in brackets, since `-2.0 ** x` is another. */
function number(entry) {
  const x = toNumber(entry);
  if (!Number.isFinite(x)) return `float("${x}")`;
  const text = Object.is(x, -0) ? "-0.0" : Number.isInteger(x) && Math.abs(x) < 1e21 ? `${x}.0` : `${x}`;
  return text.startsWith("-") ? `(${text})` : text;
}
