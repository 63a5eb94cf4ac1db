/** The most layers of operations or modules; smaller ones are joined. */
const MOST = 6;

/** The key of the layer of the joined ones: no operation has this name. */
export const OTHERS = "";

/**
 * The bytes held for backward at each moment, in all and by layer.
 *
 * @param {import("./data.js").Step} step
 * @param {(storage: Score["storages"][0], node: ScoreNode) => string} keyOf the layer of a storage
 * @param {string[]} [below] `parameters`, `gradients`, `optimizer`: layers under all others
 * @returns {{total: Float64Array, peak: number, layers: {key: string, bytes: Float64Array}[],
 *   base: Float64Array}} `total` and `peak`, the moment of the most, are without those below,
 *   whose sum is `base`
 */
export function held(step, keyOf, below = []) {
  const {told, nodes} = step;
  const sums = new Map();
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

function added(changes) {
  const bytes = new Float64Array(changes.length - 1);
  let now = 0;
  for (let moment = 0; moment < bytes.length; moment++) bytes[moment] = now += changes[moment];
  return bytes;
}

function sum(lists, length) {
  const total = new Float64Array(length);
  for (const list of lists) list.forEach((bytes, moment) => (total[moment] += bytes));
  return total;
}

function standing({told, nodes, read}, key) {
  const changes = new Float64Array(nodes.length + 1);
  if (key === "gradients") {
    for (const {node, bytes} of told.gradients) changes[Math.max(0, read[node])] += bytes;
  } else changes[0] = told[key];
  return added(changes);
}
