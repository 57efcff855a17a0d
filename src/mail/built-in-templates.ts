import type { Language } from "../i18n/languages.ts";
import { localizationFor } from "../i18n/localization.ts";
import htmlTemplate from "./templates/delivery-html.liquid" with { type: "text" };
import textTemplate from "./templates/delivery-text.liquid" with { type: "text" };

/** Liquid of the delivery email. */
interface DeliveryTemplates {
  subject: string;
  text: string;
  html: string;
}

/** The delivery email in a language, as a store begins when it words one itself: its words stand in the Liquid. */
export function builtInTemplates(language: Language): DeliveryTemplates {
  const { template } = localizationFor(language).texts.email;
  const words: Record<string, string> = { ...template, language };
  const worded = (text: string) => text.replace(/\[\[(\w+)\]\]/g, (place, name: string) => words[name] ?? place);
  return { subject: template.subject, text: worded(textTemplate), html: worded(htmlTemplate) };
}
