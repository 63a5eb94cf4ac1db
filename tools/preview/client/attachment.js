/** `FileAttachment`: a file beside the page. */

/**
 * Returns a file by its path relative to the page; the build has checked and copied it.
 * @param {string} name
 */
export function attachment(name) {
  const url = new URL(name, document.baseURI).href;
  const get = async (read) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`unable to load ${name}: ${response.status}`);
    return read(response);
  };
  return {
    name,
    url: async () => url,
    text: () => get((response) => response.text()),
    json: () => get((response) => response.json()),
    blob: () => get((response) => response.blob()),
    arrayBuffer: () => get((response) => response.arrayBuffer())
  };
}
