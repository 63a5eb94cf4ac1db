/** The tagged templates `html` and `svg`: text is markup, nodes are inserted in place. */

const SVG = "http://www.w3.org/2000/svg";

/** Returns the element a template writes; several become children of a span. */
export const html = tag((markup) => {
  const template = document.createElement("template");
  template.innerHTML = markup.trim();
  return document.importNode(template.content, true);
}, () => document.createElement("span"));

/** Returns the SVG element a template writes; several become children of a group. */
export const svg = tag((markup) => {
  const group = document.createElementNS(SVG, "g");
  group.innerHTML = markup.trim();
  const fragment = document.createDocumentFragment();
  fragment.append(...group.childNodes);
  return fragment;
}, () => document.createElementNS(SVG, "g"));

function tag(parse, wrapper) {
  return (strings, ...values) => {
    const nodes = [];
    const markup = strings.reduce((text, string, index) => text + place(values[index - 1]) + string);
    function place(value) {
      if (Array.isArray(value)) return value.map(place).join("");
      if (!(value instanceof Node)) return String(value);
      return `<!--node-${nodes.push(value) - 1}-->`;
    }
    const root = parse(markup);
    const marks = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
    const comments = [];
    while (marks.nextNode()) comments.push(marks.currentNode);
    for (const mark of comments) {
      const match = /^node-(\d+)$/.exec(mark.nodeValue);
      if (match) mark.replaceWith(nodes[match[1]]);
    }
    return single(root, wrapper);
  };
}

/** Returns the only child of a fragment, else an element around its children. */
function single(fragment, wrapper) {
  if (fragment.childNodes.length === 1) return fragment.removeChild(fragment.firstChild);
  if (fragment.childNodes.length === 0) return null;
  const element = wrapper();
  element.append(fragment);
  return element;
}
