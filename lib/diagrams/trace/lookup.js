const known = new WeakMap();

/**
 * The edges that lead to a node, with their positions. Found once for each trace: steps ask for
 * them again and again.
 *
 * @param {Trace} trace
 * @param {number} id
 * @returns {{edge: Fields, i: number}[]}
 */
export function incoming(trace, id) {
  if (!known.has(trace)) known.set(trace, byTarget(trace));
  return known.get(trace)[id];
}

function byTarget({nodes, edges}) {
  const lists = nodes.map(() => []);
  edges.forEach((edge, i) => lists[edge.to].push({edge, i}));
  return lists;
}

/**
 * How much memory nodes keep for the backward pass, each piece counted once. A leaf's memory, kept by
 * reference, costs nothing more.
 *
 * @param {Trace} trace
 * @param {Fields[]} nodes of it
 * @returns {number} bytes
 */
export function savedBytes({storages}, nodes) {
  const seen = new Set();
  let sum = 0;
  for (const {bytes, of, storage} of nodes.flatMap(({saved}) => saved ?? [])) {
    if (of || seen.has(storage)) continue;
    if (storage !== undefined) seen.add(storage);
    sum += storages?.[storage]?.bytes ?? bytes;
  }
  return sum;
}
