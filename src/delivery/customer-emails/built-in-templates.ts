import type { Language } from "../../platform/i18n/languages.ts";
import { withoutMarks, withVisibleMarks, wordBreaks } from "../../platform/i18n/line-breaks.ts";
import { localizationFor } from "../../platform/i18n/localization.ts";
import type { CustomerState } from "../../platform/i18n/text-types.ts";
import updateHtmlTemplate from "./templates/announcement-html.liquid" with { type: "text" };
import updateTextTemplate from "./templates/announcement-text.liquid" with { type: "text" };
import htmlTemplate from "./templates/delivery-html.liquid" with { type: "text" };
import textTemplate from "./templates/delivery-text.liquid" with { type: "text" };
import frameTemplate from "./templates/frame-html.liquid" with { type: "text" };

/** The Liquid templates of an email to customers. */
interface DeliveryTemplates {
  subject: string;
  text: string;
  html: string;
}

/** The delivery email in a language. Stores' own texts start from it, so its words are part of the Liquid. */
export function builtInTemplates(language: Language): DeliveryTemplates {
  const { byState, keys, gift, renewed, ...always } = localizationFor(language).texts.email.template;
  const { open, expired, used_up, waiting_for_key, waiting_for_file } = byState;
  const inState = (name: keyof typeof open) => {
    // In such an order, only the keys can be used, so the email is about them.
    const orKeys = (text: string) => `{% if order.keyCount > 0 %}${keys[name]}{% else %}${text}{% endif %}`;
    return chosenByState({
      open: `{% if order.isRenewed %}${renewed[name]}{% elsif gift %}${gift[name]}{% else %}${open[name]}{% endif %}`,
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
  return {
    subject: withoutMarks(inState("subject")),
    text: withoutMarks(worded(textTemplate, words)),
    html: withVisibleMarks(worded(framed(htmlTemplate, `[[help]]<br>[[personal]]<br>${copied}`), words)),
  };
}

/** The email about a new version of a file, in a language. */
export function builtInUpdateTemplates(language: Language): DeliveryTemplates {
  const { email, announcementEmail } = localizationFor(language).texts;
  const { byState: _, keys: __, gift: ___, renewed: ____, ...always } = email.template;
  const { subject, ...update } = announcementEmail;
  const words: Record<string, string> = { ...always, ...update, language, ...wordBreaks(language) };
  const stop = `<a class="link" href="{{ update.stopUrl }}" style="${linkStyle}">[[stop]]</a>`;
  return {
    subject: withoutMarks(subject),
    text: withoutMarks(worded(updateTextTemplate, words)),
    html: withVisibleMarks(worded(framed(updateHtmlTemplate, `[[help]]<br>${copied}<br>[[reason]]<br>${stop}`), words)),
  };
}

const linkStyle = "color:{{ store.accent }};text-decoration:underline";

/** Shows the order's URL, for mail programs in which the button does not work. */
const copied = `[[addressToCopy]]<br><a class="link" href="{{ order.url }}" style="${linkStyle}">{{ order.url }}</a>`;

const framed = (content: string, footer: string) =>
  frameTemplate.replace("[[content]]", () => content).replace("[[footer]]", () => footer);

/** Inserts the words into the template. */
const worded = (template: string, words: Record<string, string>) =>
  template.replace(/\[\[(\w+)\]\]/g, (place, name: string) => words[name] ?? place);

/** Liquid that chooses a text by the order's state. */
export function chosenByState({ open, ...others }: Record<CustomerState, string>): string {
  const cases = Object.entries(others).map(([state, text]) => `{% when "${state}" %}${text}`);
  return `{% case order.state %}${cases.join("")}{% else %}${open}{% endcase %}`;
}
