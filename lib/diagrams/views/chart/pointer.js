/**
 * Reads points under the pointer, and moves the marker by a click or by dragging.
 *
 * @param {HTMLElement} stage holds the drawing
 * @param {(x: number) => number} nearest the point at an x of the drawing
 * @param {object} on
 * @param {(index: number) => void} on.go
 * @param {(index: number|null) => void} on.hover null when the pointer has left
 */
export function chartPointer(stage, nearest, {go, hover}) {
  let isDragging = false;
  const at = ({clientX}) => {
    const {left, width} = stage.firstElementChild.getBoundingClientRect();
    const {viewBox} = /** @type {SVGSVGElement} */ (stage.firstElementChild);
    const scale = viewBox.baseVal.width / width;
    return nearest((clientX - left) * scale);
  };
  stage.addEventListener("pointerdown", (event) => {
    isDragging = true;
    stage.setPointerCapture?.(event.pointerId);
    go(at(event));
  });
  stage.addEventListener("pointermove", (event) => {
    if (isDragging) go(at(event));
    else if (event.pointerType !== "touch") hover(at(event));
  });
  const end = () => {
    isDragging = false;
    hover(null);
  };
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    stage.addEventListener(name, end);
  }
}
