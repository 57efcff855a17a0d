import type { Language } from "../i18n/languages.ts";
import { withoutMarks, withVisibleMarks, wordBreaks } from "../i18n/line-breaks.ts";
import { localizationFor } from "../i18n/localization.ts";
import type { CustomerState } from "../i18n/texts.ts";
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
  const { byState, keys, ...always } = localizationFor(language).texts.email.template;
  const { open, expired, used_up, waiting_for_key, waiting_for_file } = byState;
  const inState = (name: keyof typeof open) => {
    // Keys are all that the customer of such an order can use, so the email is about them.
    const orKeys = (text: string) => `{% if order.keyCount > 0 %}${keys[name]}{% else %}${text}{% endif %}`;
    return chosenByState({
      open: open[name],
      expired: orKeys(expired[name]),
      used_up: orKeys(used_up[name]),
      waiting_for_key: orKeys(waiting_for_key[name]),
      waiting_for_file: waiting_for_file[name],
    });
  };
  const words: Record<string, string> = {
    ...always,
    language,
    ...wordBreaks(language),
    heading: inState("heading"),
    introduction: inState("introduction"),
    htmlIntroduction: inState("htmlIntroduction"),
  };
  const worded = (text: string) => text.replace(/\[\[(\w+)\]\]/g, (place, name: string) => words[name] ?? place);
  return {
    subject: withoutMarks(inState("subject")),
    text: withoutMarks(worded(textTemplate)),
    html: withVisibleMarks(worded(htmlTemplate)),
  };
}

/** Liquid that is one of several texts, by the order's state. */
export function chosenByState({ open, ...others }: Record<CustomerState, string>): string {
  const cases = Object.entries(others).map(([state, text]) => `{% when "${state}" %}${text}`);
  return `{% case order.state %}${cases.join("")}{% else %}${open}{% endcase %}`;
}
