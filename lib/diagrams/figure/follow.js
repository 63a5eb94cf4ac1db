/**
 * Keeps two views of one trace at the same step, whichever of them the reader moves. A view that
 * may not go that far, such as a stepper that waits for an answer, holds the other one back too.
 * Either may have views of its own that follow it.
 *
 * @param {Follower} element
 * @param {Follower} other where they begin
 * @param {object} [options]
 * @param {boolean} [options.leads] they begin where `element` is instead, as a link asked for
 *
 * @typedef {View<number|{step: number}>} Follower
 */
export function follow(element, other, {leads = false} = {}) {
  if (typeof other?.addEventListener !== "function") {
    throw new TypeError(`follow needs a view, got ${other}: name its cell and pass that name`);
  }
  let isMoving = false;
  let wasOnPage = false;
  const meet = (/** @type {Follower} */ mover, /** @type {Follower} */ follower) => {
    if (isMoving) return;
    isMoving = true;
    bring(follower, mover);
    isMoving = false;
  };
  const onElement = () => meet(element, other);
  const onOther = () => {
    // A cell that ran again has made a new view; the old one must not go on following.
    if (wasOnPage && !element.isConnected) return other.removeEventListener("input", onOther);
    wasOnPage = element.isConnected;
    meet(other, element);
  };
  element.addEventListener("input", onElement);
  other.addEventListener("input", onOther);
  if (leads) onElement();
  else onOther();
}

function bring(/** @type {Follower} */ follower, /** @type {Follower} */ mover) {
  moveTo(follower, stepOf(mover));
  // One that is locked stays behind. The other one goes back to its step.
  moveTo(mover, stepOf(follower));
}

/** Setting a value dispatches nothing, so views that follow this one are notified here. */
function moveTo(/** @type {Follower} */ element, /** @type {number|undefined} */ step) {
  const before = stepOf(element);
  if (before === step || !Number.isInteger(step)) return;
  const {value} = element;
  element.value = typeof value === "object" && value !== null ? {...value, step} : step;
  if (stepOf(element) !== before) element.dispatchEvent(new Event("input", {bubbles: true}));
}

/**
 * The value of some views has more than the step.
 *
 * @param {{value: any}} view
 * @returns {number|undefined}
 */
export function stepOf({value}) {
  return typeof value === "object" ? value?.step : value;
}
