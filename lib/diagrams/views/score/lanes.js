/** @import {Lane} from "./types.js" */

/** The most lanes that are shown before the reader opens one. */
const MOST = 18;

/**
 * The lanes of all groups, in the order of their first node.
 *
 * @param {(string|null)[]} groups by node
 * @returns {Lane[]} those of depth 0; the others are below them
 */
export function laneTree(groups) {
  const roots = /** @type {Lane[]} */ ([]);
  const known = /** @type {Map<string, Lane>} */ (new Map());
  for (const group of new Set(groups)) {
    let around = roots;
    lanesOf(group ?? "").forEach(({path, name}, depth) => {
      if (!known.has(path)) {
        known.set(path, {path, name, depth, below: []});
        around.push(known.get(path));
      }
      around = known.get(path).below;
    });
  }
  return roots;
}

/** The lanes of a group, each in the one before: `blocks 0 / q` is in `blocks`, `blocks 0` and `blocks 0 / q`. */
function lanesOf(/** @type {string} */ group) {
  const lanes = [];
  let around = "";
  for (const word of group.split(" / ")) {
    const list = /^(.+?)(?: \d+)+$/.exec(word);
    if (list) lanes.push({path: around + list[1], name: list[1]});
    lanes.push({path: around + word, name: word});
    around += `${word} / `;
  }
  return lanes;
}

/**
 * The lanes that are open at first: as deep as all of them fit.
 *
 * @param {Lane[]} tree
 * @returns {Set<string>} paths of the open ones
 */
export function openAtFirst(tree) {
  let open = /** @type {Set<string>} */ (new Set());
  let level = tree;
  let count = tree.length;
  while (level.length > 0) {
    const below = level.flatMap((lane) => lane.below);
    count += below.length;
    if (count > MOST) break;
    open = new Set([...open, ...level.filter((lane) => lane.below.length > 0).map(({path}) => path)]);
    level = below;
  }
  return open;
}

/**
 * The lanes that are visible, one below the other.
 *
 * @param {Lane[]} tree
 * @param {Set<string>} open
 * @returns {Lane[]}
 */
export function rowsOf(tree, open) {
  return tree.flatMap((lane) => [lane, ...(open.has(lane.path) ? rowsOf(lane.below, open) : [])]);
}

/**
 * The row in which each group is drawn: that of its own lane, or of the closed lane around it.
 *
 * @param {Lane[]} rows
 * @param {Set<string>} open
 * @returns {(group: string|null) => number}
 */
export function placing(rows, open) {
  const at = new Map(rows.map(({path}, row) => [path, row]));
  const known = /** @type {Map<string, number>} */ (new Map());
  const find = (/** @type {string} */ group) => {
    let row = 0;
    for (const {path} of lanesOf(group)) {
      row = at.get(path) ?? row;
      if (!open.has(path)) break;
    }
    return row;
  };
  return (group) => {
    const key = group ?? "";
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key);
  };
}
