/** What a comparison says, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    compareNames: ["First", "Second"],
    comparing: (one, other) => `${one} and ${other}, side by side`,
    noDifference: "So far no number differs.",
    differs: (what, one, its, other, their) => `${what} differs: ${its} in “${one}”, ${their} in “${other}”.`,
    moreDiffer: (count) => (count === 0 ? "" : count === 1 ? " One more number differs." : ` ${count} more numbers differ.`),
    gradientOfNode: (name) => `The gradient of ${name}`,
    valueOfNode: (name) => `The value of ${name}`,
    nothingYet: "nothing yet",
    walksPanel: "Walks",
    sendsNow: (who, from, to, product) => `“${who}”: ${from} sends ${product} to ${to}.`,
    problems: {otherGraph: () => "Both traces need to be of the same graph: the same nodes and edges."}
  },
  es: {
    compareNames: ["Primero", "Segundo"],
    comparing: (one, other) => `${one} y ${other}, uno junto al otro`,
    noDifference: "Hasta aquí no difiere ningún número.",
    differs: (what, one, its, other, their) => `${what} difiere: ${its} en «${one}», ${their} en «${other}».`,
    moreDiffer: (count) => (count === 0 ? "" : count === 1 ? " Difiere otro número más." : ` Difieren otros ${count} números.`),
    gradientOfNode: (name) => `El gradiente en ${name}`,
    valueOfNode: (name) => `El valor en ${name}`,
    nothingYet: "nada todavía",
    walksPanel: "Pasadas",
    sendsNow: (who, from, to, product) => `«${who}»: ${from} envía ${product} hacia ${to}.`,
    problems: {otherGraph: () => "Las dos trazas han de ser del mismo grafo: los mismos nodos y aristas."}
  }
};
