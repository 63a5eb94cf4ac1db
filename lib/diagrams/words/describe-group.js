import {bytesText} from "./bytes.js";
import {savedBytes} from "../trace/saved-bytes.js";

/**
 * A folded group in words, for focus, hover and screen readers.
 *
 * @param {import("../layout/fold.js").Item} item
 * @param {object} known of `itemState`
 * @param {{trace: object, words: object}} context
 * @returns {string}
 */
export function describeGroup({name, members}, known, {trace, words}) {
  const bytes = savedBytes(trace, members.map((id) => trace.nodes[id]));
  // Begins with what can be read in the box, so that it can be called by voice.
  const seen = [words.nodes(members.length), bytes > 0 && bytesText(bytes, words.lang)];
  const parts = [`${name} ${seen.filter(Boolean).join(" · ")}`, words.group];
  if (known.operations > 0) parts.push(words.groupKnown(known.known, known.operations));
  if (known.due > 0 && known.passed > 0) parts.push(words.groupPassed(known.passed, known.due));
  return parts.join("; ");
}
