/**
 * Writes a text into a drawing; one that is there already costs nothing.
 *
 * @param {Fields} group d3 selection of an SVG group
 * @param {string} selector of the place in it, if it has one
 * @param {string} text
 */
export function write(group, selector, text) {
  const place = group.select(selector).node();
  if (place && place.textContent !== text) place.textContent = text;
}
