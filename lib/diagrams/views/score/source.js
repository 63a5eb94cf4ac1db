import {html} from "htl";

/** The function that is running, with its line lit. */
export function sourcePanel(/** @type {Words} */ words) {
  const name = html`<p class="tw-source-name"></p>`;
  const code = html`<div class="tw-source-lines" tabindex="0" role="group" data-scrolls></div>`;
  const element = html`<div class="tw-source">${name}${code}</div>`;
  code.setAttribute("aria-label", words.sourceOf);
  let shown = /** @type {Score["source"][number]|null} */ (null);
  let lit = /** @type {HTMLElement|null} */ (null);
  const open = (/** @type {Score["source"][number]} */ fn) => {
    shown = fn;
    // A function in a notebook has no file.
    name.textContent = [fn.name, fn.file].filter(Boolean).join(" · ");
    const indents = fn.lines.filter(Boolean).map((line) => line.search(/\S|$/));
    const texts = fn.lines.map((line) => line.slice(Math.min(...indents)) || " ");
    // A long line goes on below its own beginning.
    code.replaceChildren(...texts.map((text) => html`<div
      ><code style=${`--indent:${text.search(/\S|$/) + 2}ch`}>${text}</code></div>`));
    code.style.counterReset = `line ${fn.first - 1}`;
  };
  const show = (/** @type {Score["source"]} */ source, /** @type {ScoreNode["place"]} */ place) => {
    lit?.removeAttribute("aria-current");
    lit = null;
    element.classList.toggle("is-elsewhere", place === null);
    if (place === null) return;
    const fn = source[place[0]];
    if (fn !== shown) open(fn);
    lit = code.children[place[1] - fn.first] ?? null;
    lit?.setAttribute("aria-current", "true");
    // Only the panel scrolls: the page must not jump.
    if (lit) code.scrollTop = lit.offsetTop - code.offsetTop - code.clientHeight / 2;
  };
  return Object.assign(element, {show});
}
