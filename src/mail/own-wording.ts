import type { Store } from "../accounts/store.ts";
import { rejectFields } from "../errors.ts";
import type { Language } from "../i18n/languages.ts";
import { fill, localizationFor } from "../i18n/localization.ts";
import type { Delivery } from "../orders/delivery.ts";
import { singleLine } from "../text.ts";
import { renderWording, WordingError } from "../wording/engine.ts";
import { formats, type WordingName } from "../wording/names.ts";
import { builtInTemplates, chosenByState } from "./built-in-templates.ts";
import { deliveryContext } from "./delivery-context.ts";
import { barestDelivery, sampleDelivery } from "./sample-delivery.ts";
import { wrapLines } from "./wrap-lines.ts";

/** Liquid of the texts that stand where the store has worded nothing itself, in the language of its mails. */
export function builtInWordings(language: Language): Record<WordingName, string> {
  const { subject, text, html } = builtInTemplates(language);
  const { greetings } = localizationFor(language).texts.order;
  const greeting = ({ named, unnamed }: (typeof greetings)["open"]) =>
    `{% if customer.firstName == "" %}${unnamed}{% else %}${fill(named, { name: "{{ customer.firstName }}" })}{% endif %}`;
  const byState = chosenByState({
    open: greeting(greetings.open),
    expired: greeting(greetings.expired),
    used_up: greeting(greetings.used_up),
    waiting_for_key: greeting(greetings.empty),
  });
  return {
    email_subject: subject,
    email_text: text,
    email_html: html,
    page_greeting: `{% if items.size == 0 %}${greeting(greetings.empty)}{% else %}${byState}{% endif %}`,
    page_notice: "",
    page_footer: "",
  };
}

interface WordingUse {
  store: Store;
  delivery: Delivery;
  /** Milliseconds since 1970. */
  now: number;
}

/** A text as the customer of the order reads it; the values that it uses are not escaped unless it is HTML. Throws `WordingError`. */
export function renderOwnWording(name: WordingName, source: string, { store, delivery, now }: WordingUse): string {
  const context = deliveryContext(store, delivery, now);
  const values = { ...context, subject: `${context.store.name} ${context.order.id}`, preview: context.order.expiry };
  const rendered = renderWording(source, formats[name], name === "email_html" ? values : context);
  if (formats[name] === "line") return singleLine(rendered);
  return name === "email_text" ? wrapLines(rendered) : rendered.trim();
}

/** Throws `invalid` for a text that some order could not be told with, or that would leave the customer without a link. */
export function rejectUnusableWording(name: WordingName, source: string, store: Store, now: number): void {
  for (const delivery of [sampleDelivery(now), barestDelivery(now)]) {
    rejectFields([{ field: "source", message: problemWith(name, source, { store, delivery, now }) }]);
  }
}

function problemWith(name: WordingName, source: string, use: WordingUse): string | null {
  let rendered: string;
  try {
    rendered = renderOwnWording(name, source, use);
  } catch (error) {
    if (error instanceof WordingError) return error.message;
    throw error;
  }
  if (formats[name] === "line" && rendered === "") return "must not become empty";
  const needsLink = name === "email_text" || name === "email_html";
  if (needsLink && !rendered.includes(`${use.store.url}/orders/${use.delivery.guid}`)) {
    return "must use {{ order.url }}, or the customer gets no link";
  }
  return null;
}
