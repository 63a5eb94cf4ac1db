/**
 * A name as it begins a sentence: "the × node" gets its capital, a node's label stays as it is.
 *
 * @param {import("./say.js").Part} part
 * @returns {import("./say.js").Part}
 */
export function capitalised(part) {
  if (part.kind === "name") return part;
  return {...part, text: part.text[0].toUpperCase() + part.text.slice(1)};
}
