import {codeBox} from "./code-box.js";
import {explain} from "../causes.js";
import {html} from "htl";
import {lineDiff} from "./texts.js";
import {listing} from "./listing.js";
import {numberFormat, toNumber} from "../../diagrams/words/numbers.js";

/**
 * Return the broken engine for a reader to fix, with the checks of the result.
 *
 * @param {LabTools} tools
 * @param {string} broken text of the engine
 * @param {() => void} onNext
 * @returns {HTMLElement}
 */
export function repair(tools, broken, onNext) {
  const {data, says, check} = tools;
  let text = broken;
  const said = html`<div class="lab-reply" role="status"></div>`;
  const go = html`<button type="button" class="lab-button is-main" onclick=${() => test()}>${says.check}</button>`;
  const next = html`<button type="button" class="lab-button" onclick=${onNext}>${says.next}</button>`;
  const shown = listing(lineDiff(broken, broken), says.engine, says);
  const box = codeBox({
    label: says.editor, shown, text: () => text, onRun: () => test(), onLeave: () => go.focus(),
    onChange: (changed) => (text = changed)
  });
  const test = async () => {
    said.replaceChildren(html`<p>${says.running}</p>`);
    box.mark(null);
    const checked = await check(text, data.programs);
    const nth = checked.findIndex((leaves) => leaves.some(({isRight}) => !isRight));
    if (nth < 0) {
      said.replaceChildren(html`<div class="lab-verdict is-alike"><p><strong>${says.holds}</strong></p></div>`);
      return;
    }
    const wrong = checked[nth].find(({isRight}) => !isRight);
    if (wrong.error) box.mark(wrong.error.line);
    const why = reason(wrong, data.programs[nth].title, tools);
    said.replaceChildren(html`<div class="lab-verdict is-different"><p>${why}</p></div>`);
  };
  box.open(false);
  return html`<div class="lab-fix"><h3>${says.fix}</h3><p>${says.fixSaid}</p>
    <div class="lab-text">${box}<div class="lab-bar">${go}${next}</div></div>${said}</div>`;
}

/** @param {CheckedLeaf} wrong @param {string} title of the program @param {LabTools} tools */
function reason({error, leaf, got, slope}, title, {says, lang, causes}) {
  if (error) {
    const {told, cause} = explain(error, causes);
    const where = error.line === null ? "" : `${says.lines([error.line])}. `;
    return says.failsError(title, `${where}${told} ${cause}`);
  }
  const {short} = numberFormat(lang);
  const numbers = [got, slope].map((x) => html`<b>${x === null ? "–" : short(toNumber(x))}</b>`);
  return says.fails(title, leaf, numbers[0], numbers[1]);
}
