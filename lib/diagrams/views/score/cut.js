import {axisOf} from "./axis.js";

/**
 * A step whose graph was cut, with what ran before the cut. The step's own score has only the nodes
 * that its loss reaches; the others ran forward too, and what they saved was held until the cut.
 *
 * @param {import("./data.js").Step} whole the same step without the cut
 * @param {import("./data.js").Step} cut
 * @returns {Fields} a score
 */
export function withCut(whole, cut) {
  const {clocks: [all, left]} = axisOf([whole, cut]);
  const reached = new Set(left.start.slice(0, cut.ahead));
  const lost = whole.nodes.slice(0, whole.ahead).filter((_, moment) => !reached.has(all.start[moment]));
  /** @type {Fields[]} */
  const entries = [
    ...lost.map((node) => ({node, slot: all.start[whole.made[node]], isLost: true})),
    ...cut.nodes.slice(0, cut.ahead).map((node, moment) => ({node, slot: left.start[moment], moment}))
  ].sort((one, other) => one.slot - other.slot);
  const moments = new Map(entries.map(({moment}, at) => [moment, at]));
  const later = (moment) => moments.get(moment) ?? moment + lost.length;
  const until = entries.findLastIndex(({isLost}) => isLost);
  const storages = cut.told.storages.map((one) => ({...one, from: later(one.from), until: later(one.until)}));
  const nodes = [...cut.told.nodes];
  const places = new Map();
  const stored = (at, from) => {
    const own = {...whole.told.storages[at], node: nodes.length, from, until};
    if (!places.has(at)) places.set(at, storages.push(own) - 1);
    return places.get(at);
  };
  const forward = entries.map(({node, isLost}, moment) => {
    if (!isLost) return node;
    const told = whole.told.nodes[node];
    const saved = told.saved.map((one) => ({...one, storage: stored(one.storage, moment)}));
    return nodes.push({...told, operands: [], saved}) - 1;
  });
  const costs = (key) => [
    ...entries.map(({node, isLost, moment}) => (isLost ? whole.told[key][whole.made[node]] : cut.told[key][moment])),
    ...cut.told[key].slice(cut.ahead)
  ];
  return {...cut.told, nodes, forward, storages, moved: costs("moved")};
}
