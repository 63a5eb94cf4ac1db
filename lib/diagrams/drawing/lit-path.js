/**
 * The way of the gradient from the root to a box: every line between the two.
 *
 * @param {{from: number, to: number}[]} edges of an outline
 * @param {number} item where the way ends
 * @returns {Set<number>} positions of edges
 */
export function litPath(edges, item) {
  const leaving = new Map();
  edges.forEach(({from}, i) => leaving.set(from, [...(leaving.get(from) ?? []), i]));
  const [lit, seen, open] = [new Set(), new Set([item]), [item]];
  while (open.length > 0) {
    for (const i of leaving.get(open.pop()) ?? []) {
      lit.add(i);
      const {to} = edges[i];
      if (!seen.has(to)) open.push(to);
      seen.add(to);
    }
  }
  return lit;
}
