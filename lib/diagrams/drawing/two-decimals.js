/** Return a function that writes numbers with two decimals in a language, and never −0.00. */
export function twoDecimals(/** @type {string} */ lang) {
  const two = new Intl.NumberFormat(lang, {minimumFractionDigits: 2, maximumFractionDigits: 2});
  return (/** @type {number} */ x) => two.format(Math.abs(x) < 0.005 ? 0 : x).replace("-", "−");
}
