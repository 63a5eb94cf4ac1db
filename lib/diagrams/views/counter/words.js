/** What a counter says, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    counting: "Multiplications and additions, forward mode and reverse",
    countHeads: ["Multiplications", "Additions"],
    reverseMode: "Reverse mode: one backward pass for all leaves",
    forwardMode: (count) => `Forward mode: one run for each of the ${count} leaves`,
    oneForward: "Forward mode: one run for the one leaf",
    ofAll: (done, all) => `${done} of ${all}`
  },
  es: {
    counting: "Multiplicaciones y sumas, modo directo e inverso",
    countHeads: ["Multiplicaciones", "Sumas"],
    reverseMode: "Inverso: un camino de vuelta para todas las hojas",
    forwardMode: (count) => `Directo: una ejecución por cada una de las ${count} hojas`,
    oneForward: "Directo: una ejecución para la única hoja",
    ofAll: (done, all) => `${done} de ${all}`
  }
};
