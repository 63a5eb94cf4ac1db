/** The words of a ruler, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    rulerPanel: "Ruler",
    measure: "What is measured",
    divided: "÷ largest number",
    asIs: "as it is",
    tolerance: "tolerance",
    exact: "equal",
    names: {bessel: "1/n", variance: "no variance path", mean: "no mean path", zeros: "all zeros"},
    passes: (tolerance, right, all, wrong, wrongs) =>
      `With ${tolerance}, ${right} of ${all} right gradients pass, and ${wrong} of ${wrongs} wrong ones.`,
    hidden: "The dots appear with your answer.",
    rulerTable: "Largest difference from autograd",
    problems: {notDots: (got) => `A ruler needs dots with a key, whether they are right, and two differences; it got ${got}.`}
  },
  es: {
    rulerPanel: "Regla",
    measure: "Qué se mide",
    divided: "÷ número mayor",
    asIs: "tal cual",
    tolerance: "tolerancia",
    exact: "iguales",
    names: {bessel: "1/n", variance: "sin el camino de la varianza", mean: "sin el camino de la media", zeros: "todo ceros"},
    passes: (tolerance, right, all, wrong, wrongs) =>
      `Con ${tolerance} pasan ${right} de ${all} gradientes correctos y ${wrong} de ${wrongs} erróneos.`,
    hidden: "Los puntos aparecen con tu respuesta.",
    rulerTable: "Mayor diferencia con autograd",
    problems: {notDots: (got) => `Una regla necesita puntos con una clave, si son correctos y dos diferencias; recibió ${got}.`}
  }
};
