/** The words of a tape, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    tapeTitle: (root) => (root ? `The tape of ${root}` : "The tape"),
    writtenForward: "written forward",
    readBackward: "read backward",
    kept: "saves",
    sendsTo: "sends to"
  },
  es: {
    tapeTitle: (root) => (root ? `La cinta de ${root}` : "La cinta"),
    writtenForward: "se escribe hacia delante",
    readBackward: "se lee hacia atrás",
    kept: "guarda",
    sendsTo: "envía a"
  }
};
