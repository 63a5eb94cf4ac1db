import {choice as choiceOf, listing} from "./listing.js";
import {codeBox} from "./code-box.js";
import {html} from "htl";
import {lineDiff} from "./texts.js";

/**
 * Return a choice of programs and the text of the chosen one; a reader can write their own.
 *
 * @param {LabTools} tools
 * @param {object} on
 * @param {() => void} on.run
 * @param {() => void} on.leave Esc in the editor
 * @param {() => void} [on.pick] another program was chosen
 * @param {() => void} [on.write] the reader's own text changed
 */
export function programBox({data, says}, {run, leave, pick = () => {}, write = () => {}}) {
  const {programs} = data;
  let name = programs[0].name;
  let own = "";
  const text = () => programs.find((one) => one.name === name)?.text ?? own;
  const choice = choiceOf(says.onWhich, [
    ...programs.map(({name: value, title}) => ({value, text: title})), {value: "own", text: says.ownProgram}
  ], (picked) => {
    choose(picked);
    pick();
  });
  const box = codeBox({
    label: says.programEditor, shown: html`<div></div>`, text, onRun: run, onLeave: leave,
    onChange(next) {
      own = next;
      name = "own";
      choice.show(name);
      write();
    }
  });
  const choose = (/** @type {string} */ picked) => {
    if (picked === "own") own ||= text();
    name = picked;
    choice.show(name);
    box.close();
    box.show(listing(lineDiff(text(), text()), says.program, says));
    if (name === "own") box.open(false);
  };
  choose(name);
  return {
    choice, box, text, choose,
    name: () => name,
    isOwn: () => name === "own",
    has: (/** @type {string} */ other) => programs.some((one) => one.name === other)
  };
}

/**
 * Return a button of the lab.
 *
 * @param {LabWords} says
 * @param {"run"|"edit"|"back"|"answer"|"showMe"} name of its word
 * @param {() => void} act
 * @param {string} [kind] one more class
 * @returns {HTMLButtonElement}
 */
export function button(says, name, act, kind = "") {
  return html`<button type="button" class="${`lab-button ${kind}`}" onclick=${act}>${says[name]}</button>`;
}
