/** The words of a question, beside those that all views share. */
export const words = {
  en: {otherNumbers: "Other numbers"},
  es: {otherNumbers: "Otros números"}
};
