import {AXES} from "../layout/ports.js";

/** How much further a box that is not right beside seems. */
const ASLANT = 3;

/** What each arrow key does in a drawing of each direction. */
const KEYS = {
  down: {ArrowDown: "on", ArrowUp: "back", ArrowRight: 1, ArrowLeft: -1},
  right: {ArrowRight: "on", ArrowLeft: "back", ArrowDown: 1, ArrowUp: -1}
};

/**
 * Which box an arrow key leads to: along the drawing to what uses this one or to its operands, and
 * across it to the nearest beside.
 *
 * @param {Fields} plan of `graphPlan`
 * @param {number} from position among its items
 * @param {string} key one of the arrow keys, Home or End
 * @returns {number} the same one where the key leads nowhere
 */
export function nextMark({items, edges, direction}, from, key) {
  if (key === "Home") return 0;
  if (key === "End") return items.length - 1;
  const move = KEYS[direction][key];
  const axes = AXES[direction];
  if (typeof move === "string") {
    const [near, far] = move === "on" ? ["from", "to"] : ["to", "from"];
    const linked = edges.filter((edge) => edge[near] === from).map((edge) => items[edge[far]]);
    return nearest(axes, items[from], linked, 1);
  }
  const here = axes.read(items[from]);
  const beside = items.filter((item) => {
    const {along, across} = axes.read(item);
    const reach = (axes.size(item).along + axes.size(items[from]).along) / 2;
    return move * (across - here.across) > 1 && Math.abs(along - here.along) < reach;
  });
  return nearest(axes, items[from], beside, ASLANT);
}

function nearest(axes, item, others, aslant) {
  const here = axes.read(item);
  const distance = (other) => {
    const {along, across} = axes.read(other);
    return Math.abs(across - here.across) + aslant * Math.abs(along - here.along);
  };
  const [first] = [...others].sort((one, other) => distance(one) - distance(other));
  return (first ?? item).id;
}
