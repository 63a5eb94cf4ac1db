/** The part of the Observable standard library that loads nothing from other hosts. */

import {attachment} from "./attachment.js";
import * as DOM from "./dom.js";
import * as Generators from "./generators.js";
import {html, svg} from "./template.js";

const Promises = {
  delay: (duration, value) =>
    new Promise((resolve) => { setTimeout(resolve, duration, value); }),
  tick: (duration, value) =>
    Promises.when(Math.ceil((Date.now() + 1) / duration) * duration, value),
  when: (time, value) => Promises.delay(Math.max(0, time - Date.now()), value)
};

/** The value of a `mutable` cell: assigning to it makes the cells that read it run again. */
export class Mutable {
  constructor(value) {
    let change;
    Object.defineProperties(this, {
      generator: {value: Generators.observe((notify) => { change = notify; notify(value); })},
      value: {get: () => value, set(next) { change(value = next); }}
    });
  }
}

/** Yields the width of the page's text column, now and after each change. */
function width() {
  const column = document.querySelector("main") ?? document.body;
  return Generators.observe((change) => {
    let last;
    const observer = new ResizeObserver(() => {
      if (column.clientWidth !== last) change(last = column.clientWidth);
    });
    observer.observe(column);
    return () => observer.disconnect();
  });
}

/** Yields the time, once per frame. */
function* now() {
  while (true) yield Date.now();
}

/** Returns the builtins by name, for the runtime. */
export function library() {
  const constants = {
    DOM, FileAttachment: attachment, Generators, Mutable, Promises, html, svg
  };
  const entries = Object.entries(constants).map(([name, value]) => [name, () => value]);
  return {...Object.fromEntries(entries), now, width};
}
