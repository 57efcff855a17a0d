import type { Language } from "./languages.ts";

interface Name {
  firstName: string;
  lastName: string;
}

/** A person's full name as the language writes it: in Japanese, the family name comes first. */
export const fullName = (language: Language, { firstName, lastName }: Name): string =>
  (language === "ja" ? `${lastName} ${firstName}` : `${firstName} ${lastName}`).trim();

/** The name with which the language greets a person; empty if it is not known. */
export const greetedName = (language: Language, name: Name): string =>
  language === "ja" ? fullName(language, name) : name.firstName;
