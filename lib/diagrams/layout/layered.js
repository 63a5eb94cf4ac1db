/** What a long edge takes of each rank that it passes. */
const LANE = 15;

/** How much more a line beside its label weighs than one between two nodes. */
const STRAIGHT = 60;

/** Rounds of ordering; more of them change nothing in graphs of models. */
const ROUNDS = 6;

/**
 * Places boxes in ranks from the top down and finds the points where edges bend. Made for the
 * graphs of models, which are long, narrow and given in order: ranks come from that order, and no
 * search is needed.
 *
 * @typedef {object} Box
 * @property {number} left room left of its middle
 * @property {number} right room right of it
 * @property {number} height
 * @property {"in"|"out"|null} [border] is on the upper or lower border of the frame
 * @property {boolean} [isLabel] is on one edge, in the middle between its ends
 * @property {number} [key] what is before what in a rank, as long as no line crosses another
 *
 * @typedef {{from: number, to: number, fromAt: number, toAt: number}} Edge with the distance from the
 *   middles of the boxes to where it touches them
 * @typedef {Edge & {weight: number}} Link between a box or a lane and one of the next rank
 * @typedef {Box & {rank: number, isSource?: boolean, isLane?: boolean}} Spot a box, or a lane of a long edge
 *
 * @param {Box[]} boxes each after those it depends on, "in" first and "out" last
 * @param {Edge[]} edges
 * @param {{rank: number, border: number, box: number}} gaps between ranks, below the places on the
 *   upper border, and between boxes of a rank
 * @param {boolean} [isLate] whether a box with no more operands than uses is right before its
 *   first use, where lines would be no longer for it
 * @returns {{x: number[], y: number[], bands: {top: number, bottom: number}[], ranks: number[],
 *   lanes: {x: number, rank: number}[][], left: number, right: number, height: number}} x of each
 *   box's middle and y of its middle, and for each edge where it passes ranks
 */
export function layered(boxes, edges, gaps, isLate = false) {
  const ranks = rankAll(boxes, edges, isLate);
  /** @type {Spot[]} */
  const spots = boxes.map((box, i) => ({key: i, ...box, rank: ranks[i], isSource: true, isLane: Boolean(box.isLabel)}));
  const chains = edges.map((edge) => addLanes(spots, edge, ranks));
  const links = chains.flatMap((chain, i) => linksOf(chain, edges[i], spots));
  for (const {to} of links) spots[to].isSource = false;
  const order = orderAll(spots, links, Math.max(...ranks) + 1);
  const x = settle(spots, order, links, gaps.box);
  const bands = stack(spots, order, gaps);
  const lanes = chains.map((chain) =>
    chain.slice(1, -1).map((spot) => ({x: x[spot], rank: spots[spot].rank}))
  );
  const y = boxes.map((_, i) => (bands[ranks[i]].top + bands[ranks[i]].bottom) / 2);
  const left = Math.min(...spots.map((spot, i) => x[i] - spot.left));
  const right = Math.max(...spots.map((spot, i) => x[i] + spot.right));
  return {x, y, bands, ranks, lanes, left, right, height: bands.at(-1).bottom};
}

/** As early as possible, but what depends on nothing is right before its first use. */
function rankAll(/** @type {Box[]} */ boxes, /** @type {Edge[]} */ edges, /** @type {boolean} */ isLate) {
  const ins = boxes.map(() => /** @type {number[]} */ ([]));
  const outs = boxes.map(() => /** @type {number[]} */ ([]));
  for (const edge of edges) {
    ins[edge.to].push(edge.from);
    outs[edge.from].push(edge.to);
  }
  const first = boxes.some(({border}) => border === "in") ? 1 : 0;
  const ranks = boxes.map(() => 0);
  boxes.forEach(({border}, i) => {
    if (border !== "in") ranks[i] = Math.max(first, ...ins[i].map((from) => ranks[from] + 1));
  });
  const isFree = boxes.map(() => false);
  boxes.forEach((box, i) => {
    isFree[i] = !box.border && ins[i].every((from) => isFree[from] && outs[from].length === 1);
  });
  for (let i = boxes.length - 1; i >= 0; i--) {
    const isLater = isFree[i] || (isLate && !boxes[i].border && ins[i].length <= outs[i].length);
    if (isLater && outs[i].length > 0) ranks[i] = Math.min(...outs[i].map((to) => ranks[to])) - 1;
  }
  boxes.forEach(({isLabel}, i) => {
    if (isLabel) ranks[i] = Math.floor((ranks[ins[i][0]] + ranks[outs[i][0]]) / 2);
  });
  const last = Math.max(...boxes.map(({border}, i) => (border === "out" ? 0 : ranks[i]))) + 1;
  return ranks.map((rank, i) => (boxes[i].border === "out" ? last : rank));
}

function addLanes(/** @type {Spot[]} */ spots, /** @type {Edge} */ {from, to}, /** @type {number[]} */ ranks) {
  const chain = [from];
  for (let rank = ranks[from] + 1; rank < ranks[to]; rank++) {
    chain.push(spots.length);
    spots.push({left: LANE, right: LANE, height: 0, rank, key: spots[from].key, isLane: true});
  }
  return [...chain, to];
}

/** @param {number[]} chain @param {Edge} edge @param {Spot[]} spots @returns {Link[]} */
function linksOf(chain, {fromAt, toAt}, spots) {
  return chain.slice(1).map((to, i) => ({
    from: chain[i],
    to,
    fromAt: i === 0 ? fromAt : 0,
    toAt: i === chain.length - 2 ? toAt : 0,
    weight: weightOf(spots[chain[i]], spots[to])
  }));
}

/** Long edges are straight before anything else is, and most of all beside their label. */
function weightOf(/** @type {Spot} */ one, /** @type {Spot} */ other) {
  const weight = 1 + 3 * Number(Boolean(one.isLane)) + 3 * Number(Boolean(other.isLane));
  return weight === 7 && (one.isLabel || other.isLabel) ? STRAIGHT : weight;
}

/** Ranks in the order that crosses least of those that sorting by neighbours finds. */
function orderAll(/** @type {Spot[]} */ spots, /** @type {Link[]} */ links, /** @type {number} */ count) {
  let order = Array.from({length: count}, () => /** @type {number[]} */ ([]));
  const sorted = spots.map((_, i) => i).sort((i, k) => spots[i].key - spots[k].key);
  for (const i of sorted) order[spots[i].rank].push(i);
  let best = {order, crossings: countCrossings(order, links, spots)};
  const above = spots.map(() => /** @type {number[]} */ ([]));
  const below = spots.map(() => /** @type {number[]} */ ([]));
  for (const {from, to} of links) {
    above[to].push(from);
    below[from].push(to);
  }
  for (let round = 0; round < ROUNDS && best.crossings > 0; round++) {
    order = sweep(order, round % 2 === 0 ? above : below, round % 2 === 0);
    const crossings = countCrossings(order, links, spots);
    if (crossings < best.crossings) best = {order, crossings};
  }
  return best.order;
}

/** @param {number[][]} order @param {number[][]} neighbours by spot @param {boolean} isDown */
function sweep(order, neighbours, isDown) {
  const next = order.map((rank) => [...rank]);
  const ranks = isDown ? next : [...next].reverse();
  /** @type {Map<number, number>} */
  const place = new Map();
  const remember = (/** @type {number[]} */ rank) => rank.forEach((i, nth) => place.set(i, nth));
  next.forEach(remember);
  for (const rank of ranks) {
    const wish = new Map(rank.map((i, nth) => {
      const places = neighbours[i].map((one) => place.get(one));
      return [i, places.length ? places.reduce((sum, one) => sum + one, 0) / places.length : nth];
    }));
    rank.sort((i, k) => wish.get(i) - wish.get(k));
    remember(rank);
  }
  return next;
}

function countCrossings(/** @type {number[][]} */ order, /** @type {Link[]} */ links, /** @type {Spot[]} */ spots) {
  const place = new Map(order.flatMap((rank) => rank.map((i, nth) => /** @type {const} */ ([i, nth]))));
  const byRank = order.map(() => /** @type {[number, number][]} */ ([]));
  for (const {from, to} of links) byRank[spots[from].rank].push([place.get(from), place.get(to)]);
  let count = 0;
  for (const rank of byRank) {
    rank.forEach(([a, b], i) => {
      for (let k = 0; k < i; k++) count += Number((a - rank[k][0]) * (b - rank[k][1]) < 0);
    });
  }
  return count;
}

/** @param {Spot[]} spots @param {number[][]} order @param {{rank: number, border: number}} gaps */
function stack(spots, order, gaps) {
  let top = 0;
  return order.map((rank) => {
    const height = Math.max(0, ...rank.map((i) => spots[i].height));
    const band = {top, bottom: top + height};
    const isBorder = rank.some((i) => spots[i].border === "in");
    top = band.bottom + (isBorder ? gaps.border : gaps.rank);
    return band;
  });
}

/** Times that every rank moves towards its neighbours, at most. */
const MOST_SWEEPS = 8;

/** A movement that cannot be seen. */
const STILL = 1;

/** What depends on nothing, a parameter for instance, should not bend the line of the others. */
const SOURCE_WEIGHT = 0.1;

/**
 * Places across: everything as near as possible to what it is linked with, in the given order and
 * with its distances. Ranks move in turn; each finds its best place at once.
 *
 * @param {Sides[]} spots
 * @param {number[][]} order positions of spots, by rank
 * @param {Link[]} links
 * @param {number} gap least distance between two boxes
 * @returns {number[]} by spot
 *
 * @typedef {Pick<Spot, "left"|"right"|"isSource">} Sides
 * @typedef {{other: number, by: number, weight: number}} Pull to a spot, and so far beside it
 * @typedef {{at: number, weight: number, count: number}} Block
 */
export function settle(spots, order, links, gap) {
  const x = spots.map(() => 0);
  for (const rank of order) {
    let at = 0;
    for (const i of rank) {
      x[i] = at + spots[i].left;
      at = x[i] + spots[i].right + gap;
    }
    for (const i of rank) x[i] -= at / 2;
  }
  const above = spots.map(() => /** @type {Pull[]} */ ([]));
  const below = spots.map(() => /** @type {Pull[]} */ ([]));
  for (const {from, to, fromAt, toAt, weight} of links) {
    const pull = spots[from].isSource ? SOURCE_WEIGHT * weight : weight;
    above[to].push({other: from, by: fromAt - toAt, weight: pull});
    below[from].push({other: to, by: toAt - fromAt, weight});
  }
  const both = spots.map((_, i) => [...above[i], ...below[i]]);
  const up = below.map((pulls, i) => (pulls.length > 0 ? pulls : above[i]));
  const down = above.map((pulls, i) => (pulls.length > 0 ? pulls : below[i]));
  const back = [...order].reverse();
  const sweep = (/** @type {number[][]} */ ranks, /** @type {Pull[][]} */ pulls) =>
    ranks.reduce((most, rank) => Math.max(most, moveRank(rank, pulls, x, spots, gap)), 0);
  for (let round = 0; round < MOST_SWEEPS; round++) {
    const moved = Math.max(sweep(order, down), sweep(back, up));
    if (moved < STILL) break;
  }
  sweep(order, both);
  return x;
}

/** Moves a rank to its best place; returns how far it moved at most.
 * @param {number[]} rank @param {Pull[][]} pulls @param {number[]} x @param {Sides[]} spots @param {number} gap */
function moveRank(rank, pulls, x, spots, gap) {
  const wishes = rank.map((i) => wishOf(pulls[i], x, i));
  let most = 0;
  place(rank, wishes, spots, gap).forEach((at, nth) => {
    most = Math.max(most, Math.abs(at - x[rank[nth]]));
    x[rank[nth]] = at;
  });
  return most;
}

function wishOf(/** @type {Pull[]} */ pulls, /** @type {number[]} */ x, /** @type {number} */ i) {
  let weight = 0;
  let sum = 0;
  for (const pull of pulls) {
    weight += pull.weight;
    sum += pull.weight * (x[pull.other] + pull.by);
  }
  return weight === 0 ? {at: x[i], weight: 0.01} : {at: sum / weight, weight};
}

/** Least squares under least distances: neighbours that would overlap move as one block.
 * @param {number[]} rank @param {{at: number, weight: number}[]} wishes @param {Sides[]} spots @param {number} gap */
function place(rank, wishes, spots, gap) {
  const blocks = /** @type {Block[]} */ ([]);
  const offsets = /** @type {number[]} */ ([]);
  let offset = 0;
  rank.forEach((i, nth) => {
    if (nth > 0) offset += spots[rank[nth - 1]].right + gap + spots[i].left;
    offsets.push(offset);
    let block = {at: wishes[nth].at - offset, weight: wishes[nth].weight, count: 1};
    while (blocks.length > 0 && blocks.at(-1).at > block.at) block = merge(blocks.pop(), block);
    blocks.push(block);
  });
  return blocks.flatMap(({at, count}) => Array(count).fill(at)).map((at, nth) => at + offsets[nth]);
}

function merge(/** @type {Block} */ one, /** @type {Block} */ other) {
  const weight = one.weight + other.weight;
  const at = (one.at * one.weight + other.at * other.weight) / weight;
  return {at, weight, count: one.count + other.count};
}
