/**
 * What is drawn of a trace: nodes, groups folded into one box, and open groups as frames around
 * theirs. Groups nest by " / ". A group that runs twice, with something else in between, is drawn
 * twice, so that folding never makes a circle.
 *
 * @typedef {object} Item
 * @property {number} id position among the items
 * @property {"node"|"group"} kind
 * @property {string} key the same however much is folded
 * @property {string} path of the group; of the innermost group, for a node
 * @property {string} [name] the last word of the path, for a group
 * @property {number[]} members ids of the nodes inside; of the node itself
 * @property {number|null} frame position of the innermost frame around it
 *
 * @typedef {object} Outline
 * @property {Item[]} items
 * @property {{from: number, to: number, slot: number, members: number[]}[]} edges between items,
 *   with the positions of the trace's edges in each
 * @property {Frame[]} frames the open groups, outer ones first
 * @property {number[]} itemOf by node
 * @property {number[]} edgeOf by edge of the trace; -1 inside a folded group
 *
 * @typedef {{key: string, path: string, name: string, parent: number|null, members: number[]}} Frame
 *
 * @param {Trace} trace
 * @param {Iterable<string>|null} [open] paths of the open groups; null: nothing is folded or framed
 * @returns {Outline}
 */
export function fold(trace, open = null) {
  /** @type {Outline} */
  const outline = {items: [], edges: [], frames: [], itemOf: [], edgeOf: []};
  const words = trace.nodes.map(({group}) => (open !== null && group ? group.split(" / ") : []));
  const context = {outline, words, open: new Set(open ?? []), counts: new Map()};
  part(context, trace.nodes.map(({id}) => id), [], null);
  join(outline, trace.edges);
  return outline;
}

/**
 * @typedef {{outline: Outline, words: string[][], open: Set<string>, counts: Map<string, number>}} Context
 *
 * @param {Context} context
 * @param {number[]} ids of nodes that share the words of a path
 * @param {string[]} above those words
 * @param {number|null} frame around them
 */
function part(context, ids, above, frame) {
  const {words, open} = context;
  for (let i = 0; i < ids.length;) {
    const word = words[ids[i]][above.length];
    let end = i + 1;
    while (word !== undefined && end < ids.length && words[ids[end]][above.length] === word) end++;
    const members = ids.slice(i, end);
    const path = [...above, ...(word === undefined ? [] : [word])];
    if (members.length === 1) addNode(context, members[0], frame);
    else if (open.has(path.join(" / "))) openFrame(context, members, path, frame);
    else addItem(context.outline, {kind: "group", ...named(context, path), members, frame});
    i = end;
  }
}

/** @param {Context} context @param {number} id @param {number|null} frame */
function addNode({outline, words}, id, frame) {
  const path = words[id].join(" / ");
  addItem(outline, {kind: "node", key: `n${id}`, path, members: [id], frame});
}

function addItem(/** @type {Outline} */ outline, /** @type {Omit<Item, "id">} */ item) {
  const id = outline.items.length;
  outline.items.push({id, ...item});
  for (const member of item.members) outline.itemOf[member] = id;
}

/** @param {Context} context @param {number[]} members @param {string[]} path @param {number|null} parent */
function openFrame(context, members, path, parent) {
  const {frames} = context.outline;
  const frame = frames.length;
  frames.push({...named(context, path), parent, members});
  part(context, members, path, frame);
}

function named(/** @type {Context} */ {counts}, /** @type {string[]} */ words) {
  const path = words.join(" / ");
  const count = (counts.get(path) ?? 0) + 1;
  counts.set(path, count);
  return {path, name: words.at(-1), key: count === 1 ? path : `${path}#${count}`};
}

/** Edges between the same two boxes are one line, unless both boxes are nodes. */
function join(/** @type {Outline} */ {items, edges, itemOf, edgeOf}, /** @type {TraceEdge[]} */ traceEdges) {
  const lines = new Map();
  traceEdges.forEach((edge, i) => {
    const from = itemOf[edge.from];
    const to = itemOf[edge.to];
    edgeOf[i] = -1;
    if (from === to) return;
    const isSingle = items[from].kind === "node" && items[to].kind === "node";
    const key = isSingle ? `edge ${i}` : `${from} ${to}`;
    if (!lines.has(key)) {
      lines.set(key, edges.length);
      edges.push({from, to, slot: edge.slot, members: []});
    }
    edgeOf[i] = lines.get(key);
    edges[edgeOf[i]].members.push(i);
  });
}

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
  const lit = new Set();
  const seen = new Set([item]);
  const open = [item];
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

/** Between paths in an address. */
const SEPARATOR = ",";

/**
 * The groups of a trace, and how an address names those that are open: `block 0,head`.
 *
 * @param {Trace} trace
 * @returns {{all: string[], known: (paths: string[]) => string[], read: (text: string) => string[],
 *   write: (paths: string[]) => string}} `all` are the paths, outer ones first; a path opens the
 *   groups around it too
 */
export function openGroups(trace) {
  const all = [...new Set(trace.nodes.flatMap(({group}) => (group ? outwards(group) : [])))];
  const known = (/** @type {string[]} */ paths) => {
    const wanted = new Set(paths.flatMap(outwards));
    return all.filter((path) => wanted.has(path));
  };
  return {
    all,
    known,
    read: (text) => known(text.split(SEPARATOR)),
    // The innermost alone: they open the others.
    write: (paths) => paths
      .filter((path) => !paths.some((other) => other.startsWith(`${path} / `)))
      .join(SEPARATOR)
  };
}

function outwards(/** @type {string} */ path) {
  const words = path.split(" / ");
  return words.map((_, i) => words.slice(0, i + 1).join(" / "));
}
