import {toNumber} from "../diagrams/words/numbers.js";

/** @type {Record<string, (x: number, y: number) => number>} */
const OPERATIONS = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  pow: (x, y) => x ** y,
  neg: (x) => -x,
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  sinh: Math.sinh,
  tanh: Math.tanh,
  relu: (x) => Math.max(0, x),
  sigmoid: (x) => 1 / (1 + Math.exp(-x))
};

/**
 * Return a sampler of curves of a trace. Curves are for the eye, so they wait for no engine and no
 * kernel; tests compare them with the library.
 *
 * @param {Trace} trace
 * @returns {import("./sampling.js").Sampler}
 */
export function sampler({nodes, edges}) {
  /** How to read the operands of each node. */
  const operands = nodes.map(() => /** @type {((at: number[]) => number)[]} */ ([]));
  for (const {id, constants} of nodes) {
    for (const {slot, value} of constants) operands[id][slot] = () => toNumber(value);
  }
  for (const {from, to, slot} of edges) operands[to][slot] = (at) => at[from];

  const compute = (/** @type {number} */ id, /** @type {number[]} */ given) => {
    const [x, y] = given;
    const result = given.includes(NaN) ? NaN : OPERATIONS[nodes[id].op]?.(x, y);
    // The library refuses what is infinite here.
    return Number.isFinite(result) ? result : NaN;
  };
  const root = (/** @type {Map<number, number>} */ values) => {
    /** @type {number[]} */
    const at = [];
    for (const {id} of nodes) at[id] = values.get(id) ?? compute(id, operands[id].map((read) => read(at)));
    return at.at(-1);
  };
  const point = (/** @type {number} */ edge, /** @type {number} */ x, /** @type {number[]} */ at) => {
    const {to, slot} = edges[edge];
    return compute(to, operands[to].map((read, i) => (i === slot ? x : read(at))));
  };
  return (curves, values, at) =>
    curves.map(({edge, leaf, least, most, parts}) =>
      Array.from({length: parts + 1}, (_, i) => {
        const x = least + ((most - least) * i) / parts;
        return edge === undefined ? root(new Map([...values, [leaf, x]])) : point(edge, x, at);
      })
    );
}
