/**
 * An entry that breaks a rule, as it stands in the message about it.
 *
 * @param {unknown} value
 * @returns {string} its JSON, cut where it is long
 */
export function brief(value) {
  const text = typeof value === "string" ? `"${value}"` : JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
