/** The OJS runtime of a page: the counterpart of Quarto's, for cells compiled at build time. */

import {Inspector} from "@observablehq/inspector";
import {Runtime} from "@observablehq/runtime";
import {input} from "./input.js";

/**
 * @typedef {object} Cell
 * @property {string} [slot] id of the element that shows its value
 * @property {"viewof"} [kind]
 * @property {string} [name]
 * @property {string[]} inputs names of the variables it reads
 * @property {Function} define computes its value from these
 */

/**
 * Defines a page's cells and the data of its Python cells, and shows the values.
 * @param {Cell[]} cells
 */
export function start(cells) {
  const main = new Runtime({}).module();
  const settled = [];
  for (const script of document.querySelectorAll('script[type="ojs-define"]')) {
    for (const {name, value} of JSON.parse(script.textContent).contents) {
      main.variable().define(name, [], () => value);
    }
  }
  for (const cell of cells) define(main, cell, settled);
  window._ojs = {runtime: {finishInterpreting: () => Promise.all(settled)}};
}

/** Defines the variables of one cell. */
function define(main, {slot, kind, name, inputs, define: compute}, settled) {
  const element = slot && document.getElementById(slot);
  const observer = element ? observe(element, settled) : undefined;
  if (kind === "viewof") {
    main.variable(observer).define(`viewof ${name}`, inputs, compute);
    main.variable().define(name, [`viewof ${name}`], input);
  } else {
    main.variable(observer).define(name ?? null, inputs, compute);
  }
}

/** Returns an inspector of an element that also reports the first value. */
function observe(element, settled) {
  const inspector = new Inspector(element);
  const declares = element.dataset.nodetype === "declaration";
  let arrived;
  settled.push(new Promise((resolve) => { arrived = resolve; }));
  return {
    pending: () => inspector.pending(),
    fulfilled(value, name) {
      // As in Quarto: a declaration shows its value only if that is an element.
      if (!declares || value instanceof Node) inspector.fulfilled(value, name);
      arrived();
    },
    rejected(error, name) {
      console.error(error);
      inspector.rejected(error, name);
      arrived();
    }
  };
}
