/**
 * How much memory nodes keep for the way back, each piece counted once. A leaf's memory, kept by
 * reference, costs nothing more.
 *
 * @param {object} trace
 * @param {object[]} nodes of it
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
