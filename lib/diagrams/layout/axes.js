/**
 * The two axes of a drawing by their part, so that one geometry serves both directions: `along`
 * runs with the computation, `across` to its right hand.
 */
export const AXES = {
  right: {
    read: ({x, y}) => ({along: x, across: y}),
    write: ({along, across}) => [along, across],
    size: ({width, height}) => ({along: width, across: height})
  },
  down: {
    read: ({x, y}) => ({along: y, across: x}),
    write: ({along, across}) => [across, along],
    size: ({width, height}) => ({along: height, across: width})
  }
};
