/**
 * A module's lane, or the lane of a list of modules: `blocks` around `blocks 0`.
 *
 * @typedef {object} Lane
 * @property {string} path as groups write it; "" for what belongs to no module
 * @property {string} name its last part
 * @property {number} depth
 * @property {Lane[]} below
 */

/** Lanes that are shown at once before the reader opens one. */
const MOST = 18;

/**
 * The lanes of all groups, in the order of their first node.
 *
 * @param {(string|null)[]} groups by node
 * @returns {Lane[]} those of depth 0; the others are below them
 */
export function laneTree(groups) {
  const roots = [];
  const known = new Map();
  for (const group of new Set(groups)) {
    let around = roots;
    let path = "";
    parts(group ?? "").forEach(({name, add}, depth) => {
      path = add(path);
      if (!known.has(path)) {
        known.set(path, {path, name, depth, below: []});
        around.push(known.get(path));
      }
      around = known.get(path).below;
    });
  }
  return roots;
}

/** `blocks 0 / q` is `blocks`, `blocks 0`, `blocks 0 / q`. */
function parts(group) {
  return group.split(" / ").flatMap((word, i) => {
    const join = (path, last) => (i === 0 ? last : `${path} / ${last}`);
    const list = /^(.+?)((?: \d+)+)$/.exec(word);
    if (!list) return [{name: word, add: (path) => join(path, word)}];
    return [
      {name: list[1], add: (path) => join(path, list[1])},
      {name: word, add: (path) => path.replace(new RegExp(`${escaped(list[1])}$`), word)}
    ];
  });
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * The lanes to begin with: as deep as they fit.
 *
 * @param {Lane[]} tree
 * @returns {Set<string>} paths of the open ones
 */
export function openAtFirst(tree) {
  let open = new Set();
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
 * The lanes as they are, one below the other.
 *
 * @param {Lane[]} tree
 * @param {Set<string>} open
 * @returns {Lane[]}
 */
export function rowsOf(tree, open) {
  return tree.flatMap((lane) => [lane, ...(open.has(lane.path) ? rowsOf(lane.below, open) : [])]);
}

/**
 * The row that each group is drawn in: its own lane's, or that of the closed one around it.
 *
 * @param {Lane[]} rows
 * @param {Set<string>} open
 * @returns {(group: string|null) => number}
 */
export function placing(rows, open) {
  const at = new Map(rows.map(({path}, row) => [path, row]));
  const known = new Map();
  const find = (group) => {
    let path = "";
    let row = 0;
    for (const {add} of parts(group)) {
      path = add(path);
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
