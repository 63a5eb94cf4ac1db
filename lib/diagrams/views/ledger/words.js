/** What a ledger says, beside the words that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    ledgerCaption: (root) => `What is saved for the backward pass${root ? ` of ${root}` : ""}`,
    ledgerBy: "Sections",
    ledgerSections: {none: "All", kind: "By operation", group: "By group"},
    ledgerAdds: "memory that is there only because of the tape",
    ledgerRefers: "parameters and other leaves, which are there anyway",
    noBytes: "A trace of single numbers lists the saved values, but no bytes.",
    noGroup: "no group",
    again: (count) => (count === 1 ? "one counted before" : `${count} counted before`),
    total: "Sum"
  },
  es: {
    ledgerCaption: (root) => `Lo que se guarda para el camino de vuelta${root ? ` de ${root}` : ""}`,
    ledgerBy: "Secciones",
    ledgerSections: {none: "Todo", kind: "Por operación", group: "Por grupo"},
    ledgerAdds: "memoria que solo existe por la cinta",
    ledgerRefers: "parámetros y otras hojas, que ya estaban ahí",
    noBytes: "Una traza de números sueltos dice qué se guarda, pero no cuántos bytes.",
    noGroup: "sin grupo",
    again: (count) => (count === 1 ? "uno ya contado" : `${count} ya contados`),
    total: "Total"
  }
};
