import {bytesText} from "../words/numbers.js";
import {savedBytes} from "../trace/lookup.js";
import {TENSOR} from "./tensor-box.js";
import {textWidth} from "./measure.js";

/**
 * Size and texts of a folded group: its name, how many nodes are inside, what they save.
 *
 * @param {import("./fold.js").Item} item
 * @param {Trace} trace
 * @param {Words} words of `strings(lang)`
 * @returns {Fields}
 */
export function groupBox({name, members}, trace, words) {
  const bytes = savedBytes(trace, members.map((id) => trace.nodes[id]));
  const saved = bytes > 0 ? bytesText(bytes, words.lang) : "";
  const count = words.nodes(members.length);
  const line = [count, saved].filter(Boolean).join(" · ");
  const inner = Math.max(textWidth(`▸ ${name}`, TENSOR.name), textWidth(line, TENSOR.line), 96);
  return {
    name,
    count,
    saved,
    tray: 0,
    width: 2 * Math.ceil(inner / 2) + 2 * TENSOR.padding,
    height: 2 * TENSOR.step + 28
  };
}
