/** What a question says of its numbers, beside the words that all views share. */
export const words = {
  en: {otherNumbers: "Other numbers"},
  es: {otherNumbers: "Otros números"}
};
