import { Liquid } from "liquidjs";
import type { Delivery } from "../orders/delivery.ts";
import { renderWording, WordingError } from "../wording/engine.ts";
import { formats, type OwnWordings, type WordingName } from "../wording/names.ts";
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

/** Liquid, as a store begins when it words an email itself. */
export const builtInTemplates = { subject: subjectTemplate, text: textTemplate, html: htmlTemplate };

interface DeliveryEmail {
  store: Store;
  delivery: Delivery;
  /** Milliseconds since 1970. */
  now: number;
  /** The store's own wording; a text that cannot be rendered is left to the built-in one, and told to `onProblem`. */
  own?: OwnWordings;
  onProblem?: (name: WordingName, problem: string) => void;
}

/** Writes the delivery email of an order, links made from the store's address. */
export function renderDeliveryEmail({ store, delivery, now, own = {}, onProblem }: DeliveryEmail): RenderedEmail {
  const context = deliveryContext(store, delivery, now);
  const worded = (name: WordingName, values: object, builtIn: () => string) => {
    const source = own[name];
    if (source === undefined) return builtIn();
    try {
      return renderWording(source, formats[name], values);
    } catch (error) {
      if (!(error instanceof WordingError)) throw error;
      onProblem?.(name, error.message);
      return builtIn();
    }
  };
  const subject = singleLine(worded("email_subject", context, () => plain.renderSync(subjectParts, context)));
  const text = worded("email_text", context, () => plain.renderSync(textParts, context));
  const withSubject = { ...context, subject, preview: context.order.expiry };
  const html = worded("email_html", withSubject, () => escaping.renderSync(htmlParts, withSubject));
  return { subject, text: wrapLines(text), html };
}
