const NAMES = {A: "A", B: "B", P: "P = ∂P", dA: "∂A", dB: "∂B"};

/** @param {string} of @param {number} i @param {number} j */
const cell = (of, i, j) => `${of.replace("d", "∂")}[${i}, ${j}]`;

/** What is said of the cells of a product, beside the words that all views share. */
export const words = {
  en: {
    names: NAMES,
    cell,
    product: "A product of two matrices and its gradients",
    row: (i) => `row ${i}`,
    choose: "Press a cell, or drag it.",
    used: (name, users) => `${name} is used by ${users}.`,
    problems: {notAProduct: (got) => `It needs two factors and the gradients of half the sum of squares; it got ${got}.`}
  },
  es: {
    names: NAMES,
    cell,
    product: "Un producto de dos matrices y sus gradientes",
    row: (i) => `fila ${i}`,
    choose: "Pulsa una celda o arrástrala.",
    used: (name, users) => `${name} se usa en ${users}.`,
    problems: {notAProduct: (got) => `Necesita dos factores y los gradientes de la mitad de la suma de cuadrados; ha recibido ${got}.`}
  }
};
