/**
 * Starts something once, when most of an element has come into view. Readers who asked for less
 * motion start it themselves.
 *
 * @param {HTMLElement} element
 * @param {() => void} start
 * @returns {() => void} calls it off
 */
export function onceInView(element, start) {
  const isCalm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  if (isCalm || !globalThis.IntersectionObserver) return () => {};
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    },
    {threshold: 0.6}
  );
  observer.observe(element);
  return () => observer.disconnect();
}
