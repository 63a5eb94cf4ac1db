import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * A network as Python ran it. Its lists are by layer: inputs, hidden, outputs.
 *
 * @typedef {object} Network
 * @property {number[][]} values
 * @property {number[][][]} forward for each input the slopes of all nodes with respect to it
 * @property {number[][][]} backward for each output its slopes with respect to all nodes
 * @property {number[]} slopes of each hidden node with respect to the sum that comes into it
 * @property {number[][][]} weights of each layer after the first, by node and by its operands
 * @property {Record<Mode, number[]>} crossed edges for the whole table, by outputs
 *
 * @typedef {"forward"|"backward"} Mode
 * @typedef {{inputs: number, outputs: number, mode: Mode, sweeps: number}} State
 *
 * @param {{networks: Network[]}} data the smallest first, each with one input more
 * @throws {TraceError} if a network lacks its sweeps
 */
export function jacobianData(data) {
  const {networks} = data ?? {};
  const isWhole = (/** @type {Network} */ network) =>
    network.forward?.length === network.values?.[0]?.length &&
    network.backward?.length === network.values.at(-1).length &&
    network.crossed?.forward?.length === network.backward.length;
  if (!(networks?.length > 0 && networks.every(isWhole))) throw new TraceError("notAJacobian", brief(data));
  const [least, most] = [networks[0], networks.at(-1)].map(({values}) => values[0].length);
  return {networks, least, most, outputs: networks[0].values.at(-1).length};
}

/**
 * The slopes that a sweep brings to each node, and what it sends along each edge.
 *
 * @param {Network} network
 * @param {Mode} mode
 * @param {number} which input or output it starts from
 * @returns {{at: number[][], along: (layer: number, from: number, to: number) => number}} `along`
 *   by the layer that an edge comes from, and its two nodes
 */
export function sweepOf({forward, backward, weights, slopes}, mode, which) {
  const at = (mode === "forward" ? forward : backward)[which];
  return {at, along(layer, from, to) {
    const weight = weights[layer][to][from];
    if (mode === "forward") return at[layer][from] * weight;
    return at[layer + 1][to] * weight * (layer === 0 ? slopes[to] : 1);
  }};
}
