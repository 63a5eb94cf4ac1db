/**
 * What an address asks of a figure: `#fig-square?step=3&x=2&open=block 0,head`.
 *
 * @param {string|undefined} id of the figure
 * @param {string} hash the address's fragment
 * @returns {Record<string, string>|null} the parameters, `{step: "3", x: "2", open: "block 0,head"}`;
 *   null when it asks nothing of this figure
 */
export function linked(id, hash) {
  const mark = hash.indexOf("?");
  if (!id || mark === -1) return null;
  const target = hash.slice(0, mark).replace(/^#/, "");
  if (![id, encodeURIComponent(id)].includes(target)) return null;
  const parameters = [...new URLSearchParams(hash.slice(mark))];
  return parameters.length > 0 ? Object.fromEntries(parameters) : null;
}

/**
 * The step that an address asks for: `#fig-square?step=3`.
 *
 * @param {string|undefined} id of the figure
 * @param {string} hash the address's fragment
 * @returns {number|null} null when it asks for no step of this figure
 */
export function linkedStep(id, hash) {
  const step = linked(id, hash)?.step ?? "";
  return /^\d+$/.test(step) ? Number(step) : null;
}
