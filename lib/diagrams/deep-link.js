/**
 * The step that an address asks for: `#fig-square?step=3`.
 *
 * @param {string|undefined} id of the figure
 * @param {string} hash the address's fragment
 * @returns {number|null} null when it asks for no step of this figure
 */
export function linkedStep(id, hash) {
  const [target, query] = hash.replace(/^#/, "").split("?");
  if (!id || !query || ![id, encodeURIComponent(id)].includes(target)) return null;
  const step = new URLSearchParams(query).get("step");
  return step !== null && /^\d+$/.test(step) ? Number(step) : null;
}
