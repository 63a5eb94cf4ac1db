import {marked} from "marked";

/**
 * Template tag for Markdown, as in Observable notebooks. Values that are elements are set in as
 * they are; the rest as text.
 *
 * @param {TemplateStringsArray} texts
 * @param {...unknown} values
 * @returns {HTMLElement}
 */
export function md(texts, ...values) {
  const nodes = [];
  const source = texts.reduce((text, next, i) => {
    const value = values[i - 1];
    if (!(value instanceof Node)) return text + escape(String(value)) + next;
    nodes.push(value);
    return `${text}<slot data-md="${nodes.length - 1}"></slot>${next}`;
  });
  const element = document.createElement("div");
  element.innerHTML = marked.parse(source);
  for (const slot of element.querySelectorAll("slot[data-md]")) {
    slot.replaceWith(nodes[Number(slot.dataset.md)]);
  }
  return element;
}

const ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};

function escape(text) {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]);
}
