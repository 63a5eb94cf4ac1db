import {bytesText, toNumber} from "./numbers.js";
import {isSummary, shapeText} from "./amounts.js";

/**
 * A node on tensors in words: shape, type, the summary of its entries, what it saves.
 *
 * @param {TraceNode} node of a trace
 * @param {Words} words of `strings(lang)`
 * @param {import("./numbers.js").NumberFormat} format
 * @returns {string}
 */
export function describeTensor(node, words, format) {
  const number = toNumber(node.value);
  const parts = [number === null
    ? words.tensorOf(shapeText(node.shape), (node.dtype ?? "").replace("torch.", ""))
    : `= ${format.exact(number)}`];
  if (node.summary) parts.push(describeAmount(node.summary, words, format));
  const saved = (node.saved ?? []).map(({name, shape, bytes, of}) =>
    [name, shapeText(shape), of ? words.byReference : bytesText(bytes, words.lang)]
      .filter(Boolean)
      .join(" ")
  );
  if (saved.length > 0) parts.push(words.savesTensors(saved.join(", ")));
  return parts.filter(Boolean).join("; ");
}

/**
 * A gradient in words: the number, or the range, mean and norm of a tensor's entries.
 *
 * @param {import("./amounts.js").Amount} entry
 * @param {Words} words
 * @param {import("./numbers.js").NumberFormat} format
 * @returns {string}
 */
export function describeAmount(entry, words, format) {
  if (!isSummary(entry)) return format.exact(entry);
  const numbers = [entry.min, entry.max, entry.mean, entry.norm].map(toNumber);
  // An empty tensor has none of them.
  if (numbers.includes(null)) return shapeText(entry.shape);
  return words.summaryOf(...numbers.map(format.short));
}
