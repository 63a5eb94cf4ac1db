import {toNumber} from "../diagrams/words/numbers.js";

/** @type {Record<string, string>} */
const INFIX = {add: "+", sub: "-", mul: "*", div: "/", pow: "**"};

/**
 * Return the program of a trace of numbers, one line per node: line 3 computes node 2.
 *
 * @param {Trace} trace
 * @returns {string} Python, which takes the number of a leaf from `leaves` where that has one for it,
 *   under `x0` for node 0
 */
export function programOf(trace) {
  const {nodes} = trace;
  const lines = nodes.map((node) => {
    const name = node.label === null ? "" : JSON.stringify(node.label);
    if (node.op !== "leaf") {
      const line = `x${node.id} = ${formulaOf(trace, node.id, (id) => `x${id}`)}`;
      return name ? `${line}; x${node.id}.label = ${name}` : line;
    }
    return `x${node.id} = Value(${given(node)}${name && `, label=${name}`})`;
  });
  return [...lines, `root = x${nodes.length - 1}`].join("\n");
}

/** Return the numbers of the leaves of a trace, by id. */
export const leafValues = (/** @type {Trace} */ {nodes}) =>
  new Map(nodes.filter(({op}) => op === "leaf").map(({id, value}) => [id, toNumber(value)]));

/**
 * Return the operation of a node as Python writes it.
 *
 * @param {Trace} trace
 * @param {number} id
 * @param {(from: number, slot: number) => string} nameOf each operand that is a node
 * @returns {string}
 */
export function formulaOf({nodes, edges}, id, nameOf) {
  /** @type {string[]} */
  const operands = [];
  for (const {slot, value} of nodes[id].constants) operands[slot] = number(value);
  for (const {from, to, slot} of edges) if (to === id) operands[slot] = nameOf(from, slot);
  const {op} = nodes[id];
  const [first, second] = operands;
  if (op === "neg") return `-${first}`;
  return INFIX[op] ? `${first} ${INFIX[op]} ${second}` : `${first}.${op}()`;
}

function given(/** @type {TraceNode} */ {id, value}) {
  return `leaves.get("x${id}", ${number(value)})`;
}

/** Return a number as Python reads it: a negative one in brackets, since `-2.0 ** x` is another number. */
function number(/** @type {Entry} */ entry) {
  const x = toNumber(entry);
  if (!Number.isFinite(x)) return `float("${x}")`;
  const text = Object.is(x, -0) ? "-0.0" : Number.isInteger(x) && Math.abs(x) < 1e21 ? `${x}.0` : `${x}`;
  return text.startsWith("-") ? `(${text})` : text;
}
