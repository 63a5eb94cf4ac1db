import {html} from "htl";
import {casesOf} from "./data.js";
import {choices as radios} from "../../controls/choices.js";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {figure} from "../../figure/figure.js";
import {graph} from "../graph/graph.js";
import {numberFormat} from "../../words/numbers.js";
import {twin} from "../../figure/twin.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/**
 * Programs that the reader chooses among: the code of the one that is chosen, its graphs side by
 * side, and what came of it. All of it is what Python found when it ran each of them.
 *
 * @param {object} data as `data.js` reads it
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: Record<string, string>}} a change dispatches `input`; setting the
 *   value may leave out what stays
 */
export function variants(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(casesOf(data), options, words), own);
}

function build({choices, caseOf, all, stacked}, options, words) {
  const {short} = numberFormat(words.lang);
  const chosen = Object.fromEntries(choices.map(({name, values}) => [name, values[0].value]));
  const start = {...chosen};
  const change = (name, value) => {
    if (chosen[name] === value) return;
    chosen[name] = value;
    render();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const knobs = choices.map(({name, label, values}) => {
    const buttons = radios(label, values, (value) => change(name, value));
    return Object.assign(html`<div class="tw-case-choice">
      <span class="tw-case-label" aria-hidden="true">${label}</span>${buttons}
    </div>`, {show: () => buttons.show(chosen[name])});
  });
  const code = html`<pre class="tw-case-code"><code></code></pre>`;
  const row = html`<div class="${`tw-case-pictures${stacked ? " is-stacked" : ""}`}"></div>`;
  const outcome = html`<p class="tw-case-outcome" role="status"></p>`;
  const copy = copyLink(options.id, () => ({...chosen}), words, start);
  const element = html`<div
    class="tw-variants" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${options.title ?? words.cases(choices.map(({label}) => label))}
  ><div class="tw-case-choices">${knobs}</div>${code}${row}
    <div class="tw-below">${outcome}${copy}</div></div>`;
  const refresh = twin(
    element, () => table(choices, all, words, short), words, {picture: [code, row]}
  );

  const render = () => {
    const one = caseOf(chosen);
    for (const knob of knobs) knob.show();
    code.hidden = !one.code;
    code.firstElementChild.textContent = one.code ?? "";
    row.hidden = one.pictures.length === 0;
    row.replaceChildren(...one.pictures.map((each) => picture(each, words)));
    element.dataset.end = one.end ?? "";
    outcome.replaceChildren(...told(one, words, short));
    refresh();
  };
  const set = (settings) => {
    for (const {name, values} of choices) {
      const wanted = String(settings?.[name] ?? chosen[name]);
      if (values.some(({value}) => value === wanted)) chosen[name] = wanted;
    }
    render();
  };
  set(asked(options.id));
  followLink(element, options.id, {
    read: () => ({...chosen}),
    apply: (parameters) => {
      set(parameters);
      element.dispatchEvent(new Event("input", {bubbles: true}));
    }
  });
  Object.defineProperty(element, "value", {get: () => ({...chosen}), set});
  return element;
}

/** One graph with its title; the nodes that came to harm are marked. */
function picture({title, trace, broken = [], step}, words) {
  const head = title ? html`<p class="tw-case-title">${title}</p>` : null;
  if (!trace) return html`<div class="tw-case-picture">${head}<p class="tw-no-tape">${words.noTape}</p></div>`;
  // What came of this program is said below it.
  const drawing = graph(trace, {lang: words.lang, title, step, live: false});
  // It is no figure of its own: its table and its tools would stand twice.
  delete drawing.dataset.figure;
  for (const extra of drawing.querySelectorAll(".tw-twin-button, .tw-tools")) extra.remove();
  const mark = () => drawing.querySelectorAll(".tw-node").forEach((node) => {
    node.classList.toggle("is-broken", broken.includes(Number(node.getAttribute("data-node"))));
  });
  mark();
  // A graph is drawn anew where the room asks for another direction.
  if (globalThis.MutationObserver) {
    new MutationObserver(mark).observe(drawing, {childList: true, subtree: true});
  }
  return html`<div class="tw-case-picture">${head}${drawing}</div>`;
}

function told({end, says, readings = []}, words, short) {
  return [
    end && html`<strong class="${`tw-end is-${end}`}">${words.ends[end]}</strong>`,
    says && html`<span class="tw-case-says">${says}</span>`,
    ...readings.map(({label, value}) => html`<span class="tw-case-reading">${label}
      <strong>${typeof value === "number" ? short(value) : value}</strong></span>`)
  ].filter(Boolean).flatMap((part) => [part, " "]);
}

function table(choices, all, words, short) {
  return html`<table class="tw-table tw-chart-table">
    <caption>${words.caseTable}</caption>
    <thead><tr>${choices.map(({label}) => html`<th scope="col">${label}</th>`)}
      <th scope="col">${words.outcome}</th></tr></thead>
    <tbody>${all.map(({chosen, one}) => html`<tr>
      ${chosen.map((text) => html`<th scope="row">${text}</th>`)}
      <td>${told(one, words, short)}</td>
    </tr>`)}</tbody>
  </table>`;
}
