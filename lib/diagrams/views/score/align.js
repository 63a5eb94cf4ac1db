/** What an operation of ours does in PyTorch's graph: the node that calculates. */
const CALCULATES = {
  Linear: ["Addmm", "Mm"],
  MatMul: ["Bmm", "Mm"],
  Reshape: ["View", "UnsafeView", "ReshapeAlias"],
  LayerNorm: ["NativeLayerNorm"],
  GELU: ["Gelu"],
  ReLU: ["Relu"],
  SiLU: ["Silu"],
  CrossEntropy: ["NllLoss"],
  Attention: ["ScaledDotProductFlashAttentionForCpu", "ScaledDotProductFusedAttentionOverrideable"]
};

const namesOf = (op) => CALCULATES[op] ?? [op];

/**
 * What the other engine's tape has on top: the nodes of its runs beside those that calculate.
 *
 * @param {import("./data.js").Step} one
 * @param {import("./data.js").Step} other
 * @returns {{op: string, nodes: number[]}[]} by operation, the most frequent first
 */
export function surplus(one, other) {
  const found = new Map();
  pairs(one, other).forEach(({node, run}) => {
    const wanted = namesOf(one.told.nodes[node].op);
    const calculates = run.findLast((their) => wanted.includes(other.told.nodes[their].op));
    for (const their of run) {
      if (their === calculates) continue;
      const {op} = other.told.nodes[their];
      found.set(op, [...(found.get(op) ?? []), their]);
    }
  });
  return [...found].map(([op, nodes]) => ({op, nodes}))
    .sort((a, b) => b.nodes.length - a.nodes.length || (a.op < b.op ? -1 : 1));
}

/**
 * Each operation of one engine with the other's run that it stands for; none where they don't fit.
 *
 * @param {import("./data.js").Step} one
 * @param {import("./data.js").Step} other
 * @returns {{node: number, run: number[]}[]}
 */
export function pairs(one, other) {
  const ends = runs(one, other) ?? [];
  return ends.map((end, i) => ({
    node: one.told.forward[i],
    run: other.told.forward.slice(ends[i - 1] ?? 0, end)
  }));
}

/**
 * Runs of another engine's operations, one for each of the first one's. A run ends with the first
 * result of the same shape after the node that calculates the same.
 *
 * @param {import("./data.js").Step} one
 * @param {import("./data.js").Step} other
 * @returns {number[]|null} for each operation of `one`, in forward order, where its run ends among
 *   those of `other`; null where they don't fit
 */
export function runs(one, other) {
  const ends = [];
  let at = 0;
  for (const node of one.told.forward) {
    const {op, shape} = one.told.nodes[node];
    const wanted = namesOf(op);
    let isThere = false;
    for (; at < other.ahead; at++) {
      const their = other.told.nodes[other.told.forward[at]];
      isThere ||= wanted.includes(their.op);
      if (isThere && String(their.shape) === String(shape)) break;
    }
    if (at === other.ahead) return null;
    ends.push(++at);
  }
  return ends.at(-1) === other.ahead ? ends : null;
}

/**
 * When each moment is on the axis. One engine's moments follow one another; of two that fit
 * together each run begins and ends at the same places.
 *
 * @param {import("./data.js").Step[]} steps
 * @returns {{length: number, middle: number, clocks: {start: Float64Array, width: Float64Array}[],
 *   isAligned: boolean}} `middle` is where the backward pass begins
 */
export function clocks(steps) {
  const [one, other] = steps;
  const ends = other ? runs(one, other) : null;
  if (!ends) {
    const ahead = Math.max(...steps.map((step) => step.ahead));
    const behind = Math.max(...steps.map(({nodes, left, ahead: own}) => nodes.length + left - own));
    return {
      length: ahead + behind,
      middle: ahead,
      clocks: steps.map((step) => plainClock(step, ahead)),
      isAligned: false
    };
  }
  const forward = other.ahead;
  const slots = ends.map((end, i) => ({start: ends[i - 1] ?? 0, width: end - (ends[i - 1] ?? 0)}));
  const single = other.told.forward.map((_, i) => ({start: i, width: 1}));
  const made = [mirrored(one, slots, forward), mirrored(other, single, forward)];
  return {length: 2 * forward, middle: forward, clocks: made, isAligned: true};
}

function plainClock({nodes, ahead: own}, ahead) {
  const start = Float64Array.from(nodes, (_, m) => (m < own ? m : m - own + ahead));
  return {start, width: new Float64Array(nodes.length).fill(1)};
}

/** In the backward pass an operation is placed as mirrored in the middle, a leaf with its user. */
function mirrored({nodes, ahead, made}, slots, forward) {
  const start = new Float64Array(nodes.length);
  const width = new Float64Array(nodes.length);
  let last = {start: 0, width: 1};
  nodes.forEach((node, moment) => {
    const own = slots[made[node]];
    const isBack = moment >= ahead;
    if (own) last = own;
    start[moment] = isBack ? 2 * forward - last.start - last.width : last.start;
    width[moment] = own ? last.width : 0;
  });
  return {start, width};
}
