import {numberFormat} from "./numbers.js";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/**
 * An amount of memory, `12.5 KiB`. Units of 1,024, as allocators count.
 *
 * @param {number} bytes
 * @param {string} lang
 * @returns {string}
 */
export function bytesText(bytes, lang) {
  const power = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${numberFormat(lang).short(bytes / 1024 ** power)} ${UNITS[power]}`;
}
