/**
 * Return a value that the page's Python published.
 *
 * @param {string} name
 * @returns {any} undefined if it published none of that name
 */
export function published(name) {
  for (const script of document.querySelectorAll('script[type="ojs-define"]')) {
    /** @type {{contents: {name: string, value: unknown}[]}} */
    const {contents} = JSON.parse(script.textContent);
    const found = contents.find((one) => one.name === name);
    if (found) return found.value;
  }
  return undefined;
}
