import { Liquid, type Template } from "liquidjs";
import type { Store } from "../accounts/store.ts";
import { type Language, languages } from "../i18n/languages.ts";
import type { Delivery } from "../orders/delivery.ts";
import { singleLine } from "../text.ts";
import { renderWording, WordingError } from "../wording/engine.ts";
import { formats, type OwnWordings, type WordingName } from "../wording/names.ts";
import { builtInTemplates } from "./built-in-templates.ts";
import { deliveryContext, languageOf } from "./delivery-context.ts";
import { wrapLines } from "./wrap-lines.ts";

/** A misspelt name in a template is an error, never an empty place in a customer's mail. */
const strict = { strictVariables: true, strictFilters: true };
const plain = new Liquid(strict);
const escaping = new Liquid({ ...strict, outputEscape: "escape" });

/** Parsed when the service starts, so that a mistake in one is no surprise. */
const builtIn = Object.fromEntries(
  languages.map((language) => {
    const { subject, text, html } = builtInTemplates(language);
    return [language, { subject: plain.parse(subject), text: plain.parse(text), html: escaping.parse(html) }];
  }),
) as Record<Language, Record<"subject" | "text" | "html", Template[]>>;

export interface RenderedEmail {
  /** One line. */
  subject: string;
  text: string;
  html: string;
}

interface DeliveryEmail {
  store: Store;
  delivery: Delivery;
  /** Milliseconds since 1970. */
  now: number;
  /** The store's own wording; a text that cannot be rendered is left to the built-in one, and told to `onProblem`. */
  own?: OwnWordings;
  onProblem?: (name: WordingName, problem: string) => void;
}

/** Writes the delivery email of an order in the store's language, links made from the store's address. */
export function renderDeliveryEmail({ store, delivery, now, own = {}, onProblem }: DeliveryEmail): RenderedEmail {
  const context = deliveryContext(store, delivery, now);
  const parts = builtIn[languageOf(store)];
  const worded = (name: WordingName, values: object, otherwise: () => string) => {
    const source = own[name];
    if (source === undefined) return otherwise();
    try {
      return renderWording(source, formats[name], values);
    } catch (error) {
      if (!(error instanceof WordingError)) throw error;
      onProblem?.(name, error.message);
      return otherwise();
    }
  };
  const subject = singleLine(worded("email_subject", context, () => plain.renderSync(parts.subject, context)));
  const text = worded("email_text", context, () => plain.renderSync(parts.text, context));
  const withSubject = { ...context, subject, preview: context.order.expiry };
  const html = worded("email_html", withSubject, () => escaping.renderSync(parts.html, withSubject));
  return { subject, text: wrapLines(text), html };
}
