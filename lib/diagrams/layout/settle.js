/** Times that every rank moves towards its neighbours, at most. */
const ROUNDS = 8;

/** A movement that cannot be seen. */
const STILL = 1;

/** What depends on nothing, a parameter for instance, should not bend the line of the others. */
const SOURCE_WEIGHT = 0.1;

/**
 * Places across: everything as near as possible to what it is linked with, in the given order and
 * with its distances. Ranks move in turn; each finds its best place at once.
 *
 * @param {Fields[]} spots with left, right, isSource
 * @param {number[][]} order positions of spots, by rank
 * @param {{from: number, to: number, fromAt: number, toAt: number, weight: number}[]} links
 * @param {number} gap least distance between two boxes
 * @returns {number[]} by spot
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
  const above = spots.map(() => []);
  const below = spots.map(() => []);
  for (const {from, to, fromAt, toAt, weight} of links) {
    const pull = spots[from].isSource ? SOURCE_WEIGHT * weight : weight;
    above[to].push({other: from, by: fromAt - toAt, weight: pull});
    below[from].push({other: to, by: toAt - fromAt, weight});
  }
  const both = spots.map((_, i) => [...above[i], ...below[i]]);
  const up = below.map((pulls, i) => (pulls.length > 0 ? pulls : above[i]));
  const down = above.map((pulls, i) => (pulls.length > 0 ? pulls : below[i]));
  const back = [...order].reverse();
  const sweep = (ranks, pulls) =>
    ranks.reduce((most, rank) => Math.max(most, moveRank(rank, pulls, x, spots, gap)), 0);
  for (let round = 0; round < ROUNDS; round++) {
    const moved = Math.max(sweep(order, down), sweep(back, up));
    if (moved < STILL) break;
  }
  sweep(order, both);
  return x;
}

/** Moves a rank to its best place; returns how far it moved at most. */
function moveRank(rank, pulls, x, spots, gap) {
  const wishes = rank.map((i) => wishOf(pulls[i], x, i));
  let most = 0;
  place(rank, wishes, spots, gap).forEach((at, nth) => {
    most = Math.max(most, Math.abs(at - x[rank[nth]]));
    x[rank[nth]] = at;
  });
  return most;
}

function wishOf(pulls, x, i) {
  let weight = 0;
  let sum = 0;
  for (const pull of pulls) {
    weight += pull.weight;
    sum += pull.weight * (x[pull.other] + pull.by);
  }
  return weight === 0 ? {at: x[i], weight: 0.01} : {at: sum / weight, weight};
}

/** Least squares under least distances: neighbours that would overlap move as one block. */
function place(rank, wishes, spots, gap) {
  const blocks = [];
  const offsets = [];
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

function merge(one, other) {
  const weight = one.weight + other.weight;
  const at = (one.at * one.weight + other.at * other.weight) / weight;
  return {at, weight, count: one.count + other.count};
}
