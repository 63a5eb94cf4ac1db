/** What a lens says. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    result: "result",
    slope: (slope) => `slope ${slope}`,
    equal: "equal axes",
    whole: (root, leaf) => `${root} for every ${leaf}`,
    against: "For every",
    windowIs: (formula, operand, slope) => `${formula} for every ${operand}: slope ${slope}`,
    wholeIs: (root, leaf, x, slope) => `${root} for every ${leaf}: at ${leaf} = ${x} the slope is ${slope}`,
    nudge: ({leaf, h, root, told, real}) =>
      `Move ${leaf} by ${h}: the tangent promises ${told} for ${root}, the curve gives ${real}.`,
    withheld: "The curves appear after your prediction."
  },
  es: {
    result: "resultado",
    slope: (slope) => `pendiente ${slope}`,
    equal: "ejes iguales",
    whole: (root, leaf) => `${root} para cada ${leaf}`,
    against: "Para cada",
    windowIs: (formula, operand, slope) => `${formula} para cada ${operand}: pendiente ${slope}`,
    wholeIs: (root, leaf, x, slope) => `${root} para cada ${leaf}: en ${leaf} = ${x} la pendiente es ${slope}`,
    nudge: ({leaf, h, root, told, real}) =>
      `Si ${leaf} se mueve ${h}, la tangente promete ${told} para ${root} y la curva da ${real}.`,
    withheld: "Las curvas llegan después de tu predicción."
  }
};
