import { Liquid, type Template } from "liquidjs";
import type { Store } from "../accounts/store.ts";
import type { Language } from "../i18n/languages.ts";
import { withoutMarks } from "../i18n/line-breaks.ts";
import type { Delivery } from "../orders/delivery.ts";
import { singleLine } from "../text.ts";
import { builtInTemplates } from "./built-in-templates.ts";
import { deliveryContext, languageOf } from "./delivery-context.ts";
import { wrapLines } from "./wrap-lines.ts";

/** A misspelled name in a template is an error, not a gap in a customer's email. */
const strict = { strictVariables: true, strictFilters: true };
const plain = new Liquid(strict);
const escaping = new Liquid({ ...strict, outputEscape: "escape" });

type Parts = Record<"subject" | "text" | "html", Template[]>;

const parsed = new Map<Language, Parts>();

/** Parsed when first needed: most services send in one language, and parsing all five would delay every start. */
function partsIn(language: Language): Parts {
  const known = parsed.get(language);
  if (known) return known;
  const { subject, text, html } = builtInTemplates(language);
  const parts = { subject: plain.parse(subject), text: plain.parse(text), html: escaping.parse(html) };
  parsed.set(language, parts);
  return parts;
}

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
  const parts = partsIn(languageOf(store));
  const subject = singleLine(withoutMarks(plain.renderSync(parts.subject, context)));
  const text = wrapLines(plain.renderSync(parts.text, context));
  const html = escaping.renderSync(parts.html, { ...context, subject, preview: context.order.expiry });
  return { subject, text, html };
}
