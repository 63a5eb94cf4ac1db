const known = new WeakMap();

/**
 * The edges that lead to a node, with their positions. Found once for each trace: steps ask for
 * them again and again.
 *
 * @param {object} trace
 * @param {number} id
 * @returns {{edge: object, i: number}[]}
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
