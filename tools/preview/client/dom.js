/** The `DOM` of the Observable standard library. */

let count = 0;

/** Returns a new HTML element. */
export function element(name, attributes = {}) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  return created;
}

/** Returns an empty SVG element of a size. */
export function svg(width, height) {
  const created = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  created.setAttribute("viewBox", `0 0 ${width} ${height}`);
  created.setAttribute("width", width);
  created.setAttribute("height", height);
  return created;
}

/** Returns a text node. */
export function text(value) {
  return document.createTextNode(value);
}

/** Returns a unique id with its reference for SVG. */
export function uid(name) {
  count += 1;
  const id = `O-${name ? `${name}-` : ""}${count}`;
  return {id, href: `#${id}`, toString: () => `url(#${id})`};
}
