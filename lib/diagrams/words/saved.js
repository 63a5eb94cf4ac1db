import {bytesText} from "./bytes.js";
import {shapeText} from "./amounts.js";
import {toNumber} from "./numbers.js";

/**
 * What a node keeps for the way back, one text for each piece: a tensor with its bytes, or the
 * local gradients of a number.
 *
 * @param {object} trace
 * @param {object} node of it
 * @param {{words: object, format: import("./numbers.js").NumberFormat}} context
 * @returns {string[]}
 */
export function savedTexts(trace, node, {words, format}) {
  if (node.saved) return node.saved.map((entry) => savedText(entry, words));
  return trace.edges
    .filter((edge) => edge.to === node.id && toNumber(edge.local) !== null)
    .map((edge) => format.short(toNumber(edge.local)));
}

function savedText({name, shape, bytes, of}, words) {
  const what = [of ?? name, shapeText(shape), bytesText(bytes, words.lang)].filter(Boolean).join(" ");
  return of === null ? what : `${what} ${words.byReference}`;
}
