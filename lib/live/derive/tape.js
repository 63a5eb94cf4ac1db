import {html} from "htl";

/**
 * Return the dots of the lines, with a button to the line before and after.
 *
 * @param {string[]} keys
 * @param {(i: number) => void} open
 * @param {Record<string, any>} words
 */
export function dotRow(keys, open, words) {
  const dots = keys.map((key, i) => html`<button type="button" class="derive-dot" onclick=${() => open(i)}
    tabindex="-1" title=${nameOf(key)}></button>`);
  const before = html`<button type="button" class="derive-step" aria-label=${words.before}>‹</button>`;
  const after = html`<button type="button" class="derive-step" aria-label=${words.after}>›</button>`;
  const element = html`<div class="derive-dots" role="group" aria-label=${words.progress}>${before}<span>${dots}</span>${after}</div>`;
  let now = 0;
  before.addEventListener("click", () => open(now - 1));
  after.addEventListener("click", () => open(now + 1));
  /** @param {number} i @param {(key: string) => {isRight: boolean, shown: number}} of */
  const show = (i, of) => {
    now = i;
    before.disabled = i === 0;
    after.disabled = i === keys.length - 1;
    dots.forEach((dot, k) => {
      const {isRight, shown} = of(keys[k]);
      const state = isRight ? (shown > 2 ? "shown" : "right") : "open";
      dot.dataset.state = state;
      if (k === i) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
      // Only the one of now is a stop of the Tab key; the arrows beside it lead to the others.
      dot.tabIndex = k === i ? 0 : -1;
      dot.setAttribute("aria-label", words.dot(nameOf(keys[k]), words.states[state]));
    });
  };
  return {element, show};
}

/** Return the name of a line's gradient; a folded one has a mark. */
export const nameOf = (/** @type {string} */ key) => (key.endsWith("_folded") ? `d${key.replace("_folded", "")}*` : `d${key}`);

/**
 * Fill the forward pass beside the bench: each line with its gradients' slots, which open them.
 *
 * @param {HTMLElement|null} place `.derive-tape` of the page
 * @param {{name: string, text: string}[]} lines
 * @param {string[]} keys
 * @param {(i: number) => void} open
 * @param {Record<string, any>} words
 */
export function tapeOf(place, lines, keys, open, words) {
  const rows = lines.map(({name, text}) => {
    const i = keys.indexOf(name);
    const slot = i < 0 ? "" : html`<button type="button" class="derive-slot-button" onclick=${() => open(i)}>d${name}</button>`;
    return html`<li data-name=${name}><code>${text ? html`${name} = <span>${text}</span>` : name}</code>${slot}</li>`;
  });
  place?.replaceChildren(html`<ol class="derive-lines" aria-label=${words.forward}>${rows}</ol>`);
  /**
   * @param {string} key
   * @param {string[]} lit lines that read the value
   * @param {(key: string) => {isRight: boolean, text: string}} of
   */
  const show = (key, lit, of) => {
    for (const row of rows) {
      const {name} = row.dataset;
      row.classList.toggle("is-lit", lit.includes(name));
      const slot = row.querySelector("button");
      if (!slot) continue;
      const {isRight, text} = of(name);
      slot.classList.toggle("is-right", isRight);
      slot.classList.toggle("is-now", name === key);
      slot.title = isRight ? `d${name} = ${text}` : "";
    }
  };
  return {show};
}
