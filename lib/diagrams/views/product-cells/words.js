/**
 * The names of the matrices, and the function that names their cells.
 *
 * @param {Record<"A"|"B"|"P", string>} [names]
 */
export const called = (names = {A: "A", B: "B", P: "P"}) => ({
  names: {A: names.A, B: names.B, P: `${names.P} = ∂${names.P}`, dA: `∂${names.A}`, dB: `∂${names.B}`},
  cell: (/** @type {string} */ of, /** @type {number} */ i, /** @type {number} */ j) =>
    `${of.replace("d", "∂").replace(/[ABP]/, (/** @type {"A"|"B"|"P"} */ one) => names[one])}[${i}, ${j}]`
});

/** The words of the cells of a product, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    product: "A product of two matrices and its gradients",
    row: (i) => `row ${i}`,
    choose: "Press a cell, or drag it.",
    used: (name, users) => `${name} is used by ${users}.`,
    problems: {notAProduct: (got) => `It needs two factors and the gradients of half the sum of squares; it got ${got}.`}
  },
  es: {
    product: "Un producto de dos matrices y sus gradientes",
    row: (i) => `fila ${i}`,
    choose: "Pulsa una celda o arrástrala.",
    used: (name, users) => `${name} se usa en ${users}.`,
    problems: {notAProduct: (got) => `Necesita dos factores y los gradientes de la mitad de la suma de cuadrados; ha recibido ${got}.`}
  }
};
