import { Liquid, type Template } from "liquidjs";
import type { Language } from "../../platform/i18n/languages.ts";
import { withoutMarks, wordBreaks } from "../../platform/i18n/line-breaks.ts";
import { localizationFor } from "../../platform/i18n/localization.ts";
import { singleLine } from "../../platform/text.ts";
import htmlTemplate from "./templates/email-html.liquid" with { type: "text" };
import textTemplate from "./templates/email-text.liquid" with { type: "text" };
import type { RenderedEmail } from "./transport/mailer.ts";
import { wrapLines } from "./transport/wrap-lines.ts";

const strict = { strictVariables: true, strictFilters: true };
const plain = new Liquid(strict);
const escaping = new Liquid({ ...strict, outputEscape: "escape" });
let parsed: Record<"text" | "html", Template[]> | null = null;

/** Each is `#rrggbb`. */
export interface EmailColors {
  link: string;
  linkOnDark: string;
  button: string;
  buttonOnDark: string;
  onButton: string;
  buttonEdge: string;
  buttonEdgeOnDark: string;
}

const ownColors: EmailColors = {
  link: "#2456c4",
  linkOnDark: "#8fb8ff",
  button: "#2456c4",
  buttonOnDark: "#3b6fd6",
  onButton: "#ffffff",
  buttonEdge: "#2456c4",
  buttonEdgeOnDark: "#3b6fd6",
};

/** The content of an email. Without a `link` it has no button. */
export interface EmailWords {
  subject: string;
  heading: string;
  introduction: string;
  note: string;
  store: string;
  link: string | null;
  button: string | null;
  /** Links above the button, each with its details. */
  entries?: { name: string; url: string | null; facts: string[] }[];
  language?: Language;
  /** Default: the service's colors. */
  colors?: EmailColors;
  /** Null: the store's name is shown instead. */
  logoUrl?: string | null;
  /** Where customers find help, for an email to one of them. */
  help?: EmailHelp;
}

/** Where customers find the store. Null for none. */
export interface EmailHelp {
  website: string | null;
  contact: { address: string; link: string } | null;
}

/** Writes an email, with a button and a list of links if it has them. */
export function renderEmail({
  language = "en",
  entries = [],
  colors = ownColors,
  logoUrl = null,
  help,
  ...words
}: EmailWords): RenderedEmail {
  const variables = { ...words, entries, colors, logoUrl, help: help ?? null };
  const subject = singleLine(withoutMarks(variables.subject));
  parsed ??= { text: plain.parse(textTemplate), html: escaping.parse(htmlTemplate) };
  const { addressToCopy, sentBy } = localizationFor(language).texts.email.template;
  return {
    subject,
    text: wrapLines(plain.renderSync(parsed.text, variables)),
    html: escaping.renderSync(parsed.html, {
      ...variables,
      ...wordBreaks(language),
      subject,
      language,
      addressToCopy,
      sentBy,
    }),
  };
}
