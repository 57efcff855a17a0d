import { Liquid, type Template } from "liquidjs";
import type { Store } from "../accounts/store.ts";
import { type Language, languages } from "../i18n/languages.ts";
import { withoutMarks } from "../i18n/line-breaks.ts";
import type { Delivery } from "../orders/delivery.ts";
import { singleLine } from "../text.ts";
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
}

/**
 * Writes the built-in delivery email of an order in the store's language, links made from the store's address. It takes the
 * longer the more the order holds: `writeDeliveryEmail` is for any order, and for stores' own wordings.
 */
export function renderDeliveryEmail({ store, delivery, now }: DeliveryEmail): RenderedEmail {
  const context = deliveryContext(store, delivery, now);
  const parts = builtIn[languageOf(store)];
  const subject = singleLine(withoutMarks(plain.renderSync(parts.subject, context)));
  const text = wrapLines(plain.renderSync(parts.text, context));
  const html = escaping.renderSync(parts.html, { ...context, subject, preview: context.order.expiry });
  return { subject, text, html };
}
