import {select} from "d3-selection";

/** Half of a cross's width. */
const ARM = 9;

/**
 * Strikes out what a cut takes away from a graph: its boxes and lines, with a cross where they leave
 * what stays. A box is struck if all its nodes are.
 *
 * @param {Fields} view of `foldedView`
 * @param {number[]} lost positions of nodes
 * @param {Words} words of `strings(lang)`
 */
export function markLost({marks, lines, plan}, lost, words) {
  if (lost.length === 0) return;
  const gone = lostItems(plan.outline.itemOf, lost);
  gone.forEach((item) => {
    const mark = marks[item];
    mark.classList.add("is-lost");
    const name = mark.getAttribute("aria-label") ?? "";
    if (!name.endsWith(words.lostNode)) mark.setAttribute("aria-label", `${name} ${words.lostNode}`);
  });
  plan.edges.forEach(({from, to}, i) => {
    if (!gone.has(from) && !gone.has(to)) return;
    lines[i].classList.add("is-lost");
    if (gone.has(from) !== gone.has(to)) cross(lines[i]);
  });
}

/**
 * The boxes all of whose nodes are lost.
 *
 * @param {number[]} itemOf the box of each node
 * @param {number[]} lost
 * @returns {Set<number>}
 */
export function lostItems(itemOf, lost) {
  const isLost = new Set(lost);
  const gone = new Set(lost.map((node) => itemOf[node]));
  itemOf.forEach((item, node) => {
    if (!isLost.has(node)) gone.delete(item);
  });
  return gone;
}

/** A cross in the middle of a line. */
function cross(line) {
  const path = line.querySelector(".tw-line");
  if (line.querySelector(".tw-lost-cross") || !path?.getTotalLength) return;
  const {x, y} = path.getPointAtLength(path.getTotalLength() / 2);
  select(line)
    .append("path")
    .attr("class", "tw-lost-cross")
    .attr("d", `M${x - ARM},${y - ARM}l${2 * ARM},${2 * ARM}m0,${-2 * ARM}l${-2 * ARM},${2 * ARM}`);
}
