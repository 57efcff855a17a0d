import { Liquid } from "liquidjs";
import type { Delivery } from "../orders/delivery.ts";
import { deliveryContext, type Store } from "./delivery-context.ts";
import htmlTemplate from "./templates/delivery-html.liquid" with { type: "text" };
import subjectTemplate from "./templates/delivery-subject.liquid" with { type: "text" };
import textTemplate from "./templates/delivery-text.liquid" with { type: "text" };
import { singleLine } from "./words.ts";
import { wrapLines } from "./wrap-lines.ts";

/** A misspelt name in a template is an error, never an empty place in a customer's mail. */
const strict = { strictVariables: true, strictFilters: true };
const plain = new Liquid(strict);
const escaping = new Liquid({ ...strict, outputEscape: "escape" });

const subjectParts = plain.parse(subjectTemplate);
const textParts = plain.parse(textTemplate);
const htmlParts = escaping.parse(htmlTemplate);

export interface RenderedEmail {
  /** One line. */
  subject: string;
  text: string;
  html: string;
}

/** Writes the delivery email of an order at `now` (milliseconds since 1970), links made from the store's address. */
export function renderDeliveryEmail(email: { store: Store; delivery: Delivery; now: number }): RenderedEmail {
  const context = deliveryContext(email.store, email.delivery, email.now);
  const subject = singleLine(plain.renderSync(subjectParts, context));
  return {
    subject,
    text: wrapLines(plain.renderSync(textParts, context)),
    html: escaping.renderSync(htmlParts, { ...context, subject, preview: context.order.expiry }),
  };
}
