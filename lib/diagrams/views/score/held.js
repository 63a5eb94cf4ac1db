/** @import {Held, Standing, Step} from "./types.js" */

/** The most layers of operations or modules; smaller ones are joined. */
const MOST = 6;

/** The key of the layer of the joined ones: no operation has this name. */
export const OTHERS = "";

/**
 * The bytes held for backward at each moment, in all and by layer.
 *
 * @param {Step} step
 * @param {(storage: Score["storages"][0], node: ScoreNode) => string} keyOf the layer of a storage
 * @param {Standing[]} [below] layers under all others
 * @returns {Held}
 */
export function held(step, keyOf, below = []) {
  const {told, nodes} = step;
  const sums = /** @type {Map<string, Float64Array>} */ (new Map());
  for (const storage of told.storages) {
    if (storage.of !== null) continue;
    const key = keyOf(storage, told.nodes[storage.node]);
    if (!sums.has(key)) sums.set(key, new Float64Array(nodes.length + 1));
    sums.get(key)[storage.from] += storage.bytes;
    sums.get(key)[storage.until + 1] -= storage.bytes;
  }
  const layers = [...sums].map(([key, changes]) => ({key, bytes: added(changes)}));
  const total = sum(layers.map(({bytes}) => bytes), nodes.length);
  const peak = total.reduce((best, bytes, moment) => (bytes > total[best] ? moment : best), 0);
  layers.sort((one, other) => other.bytes[peak] - one.bytes[peak]);
  const rest = layers.splice(MOST);
  if (rest.length > 0) {
    layers.push({key: OTHERS, bytes: sum(rest.map(({bytes}) => bytes), nodes.length)});
  }
  const under = below.map((key) => ({key, bytes: standing(step, key)}));
  const base = sum(under.map(({bytes}) => bytes), nodes.length);
  return {total, peak, layers: [...under, ...layers], base};
}

function added(/** @type {Float64Array} */ changes) {
  const bytes = new Float64Array(changes.length - 1);
  let now = 0;
  for (let moment = 0; moment < bytes.length; moment++) bytes[moment] = now += changes[moment];
  return bytes;
}

function sum(/** @type {Float64Array[]} */ lists, /** @type {number} */ length) {
  const total = new Float64Array(length);
  for (const list of lists) list.forEach((bytes, moment) => (total[moment] += bytes));
  return total;
}

function standing(/** @type {Step} */ {told, nodes, read}, /** @type {Standing} */ key) {
  const changes = new Float64Array(nodes.length + 1);
  if (key === "gradients") {
    for (const {node, bytes} of told.gradients) changes[Math.max(0, read[node])] += bytes;
  } else changes[0] = told[key];
  return added(changes);
}
