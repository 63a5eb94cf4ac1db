import {toNumber} from "../words/numbers.js";

/**
 * The numbers that parameters give to leaves: `{x: "2"}` by label, `{node3: "2"}` by id, which is the
 * same in every language.
 *
 * @param {Trace} trace
 * @param {Record<string, string>|null} parameters of an address, or kept
 * @returns {Map<number, number>} by id; what is no number is left out
 */
export function leavesIn(trace, parameters) {
  const asked = leavesOf(trace).map(({id, label}) => {
    const text = parameters?.[nodeName(id)] ?? parameters?.[label ?? ""] ?? "";
    return /** @type {[number, number]} */ ([id, text.trim() === "" ? NaN : Number(text)]);
  });
  return new Map(asked.filter(([, x]) => Number.isFinite(x)));
}

/**
 * The leaves that have other numbers than at first, by id.
 *
 * @param {Trace} trace as it was built
 * @param {Trace} now the same graph
 * @returns {Record<string, number>} to be read by `leavesIn`
 */
export function movedLeaves(trace, now) {
  const moved = leavesOf(now)
    .map(({id, value}) => [id, toNumber(value)])
    .filter(([id, x]) => !Object.is(x, toNumber(trace.nodes[id].value)));
  return Object.fromEntries(moved.map(([id, x]) => [nodeName(id), x]));
}

/**
 * The same by label, as an address says it to people.
 *
 * @param {Trace} trace as it was built
 * @param {Trace} now the same graph
 * @returns {Record<string, number>} to be read by `leavesIn`
 */
export function movedByLabel(trace, now) {
  const labels = leavesOf(trace).map(({label}) => label);
  const moved = Object.entries(movedLeaves(trace, now)).map(([name, x]) => {
    const {label} = leavesOf(trace).find(({id}) => nodeName(id) === name) ?? {};
    const isOwn = label && labels.indexOf(label) === labels.lastIndexOf(label);
    return [isOwn && !["step", "open"].includes(label) ? label : name, x];
  });
  return Object.fromEntries(moved);
}

function leavesOf({nodes}) {
  return nodes.filter(({op}) => op === "leaf");
}

function nodeName(id) {
  return `node${id}`;
}
