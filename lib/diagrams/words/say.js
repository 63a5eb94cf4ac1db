/**
 * A piece of a sentence. Its `kind`, which is `name`, `value` or `grad`, decides its colour, so that
 * a number in a sentence looks like the same number in the drawing.
 *
 * @typedef {{text: string, kind?: string}} Part
 */

/**
 * Template tag that keeps the parts of a sentence apart. A line break in the source is a space.
 *
 * @param {TemplateStringsArray} texts
 * @param {...(string|Part|Part[]|null|false)} entries null and false leave nothing
 * @returns {Part[]}
 */
export function say(texts, ...entries) {
  const [first, ...rest] = texts.map((text) => text.replace(/\s*\n\s*/g, " "));
  const parts = [{text: first}];
  entries.forEach((entry, i) => {
    if (Array.isArray(entry)) parts.push(...entry);
    else if (typeof entry === "string") parts.push({text: entry});
    else if (entry) parts.push(entry);
    parts.push({text: rest[i]});
  });
  return parts.filter((part) => part.text !== "");
}

/**
 * A sentence as plain text.
 *
 * @param {Part[]} parts
 * @returns {string}
 */
export function plain(parts) {
  return parts.map((part) => part.text).join("");
}

/**
 * A name as it begins a sentence: "the × node" gets its capital, a node's label stays as it is.
 *
 * @param {Part} part
 * @returns {Part}
 */
export function capitalised(part) {
  if (part.kind === "name") return part;
  return {...part, text: part.text[0].toUpperCase() + part.text.slice(1)};
}
