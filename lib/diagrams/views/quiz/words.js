/** The words of a question, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {otherNumbers: "Other numbers"},
  es: {otherNumbers: "Otros números"}
};
