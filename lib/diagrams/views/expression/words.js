/** What an expression says, beside the words that all views share. */
export const words = {
  en: {
    expression: (root) => `${root ?? "The result"} at other values, step by step`,
    gradientTable: "Where each gradient comes from",
    wayBack: "Path back",
    wayProduct: "Product along it",
    wayThrough: (name) => `through ${name}`,
    problems: {
      range: (label, got) =>
        `The slider of “${label}” needs its least value, its most and a step, and got ${got}.`
    }
  },
  es: {
    expression: (root) => `${root ?? "El resultado"} con otros valores, paso a paso`,
    gradientTable: "De dónde viene cada gradiente",
    wayBack: "Camino de vuelta",
    wayProduct: "Producto a lo largo",
    wayThrough: (name) => `por ${name}`,
    problems: {
      range: (label, got) =>
        `El control de «${label}» necesita un mínimo, un máximo y un paso, y ha recibido ${got}.`
    }
  }
};
