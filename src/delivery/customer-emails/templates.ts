import { Liquid, type Template } from "liquidjs";
import type { RenderedEmail } from "../../messages/mail/transport/mailer.ts";
import { wrapLines } from "../../messages/mail/transport/wrap-lines.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { withoutMarks } from "../../platform/i18n/line-breaks.ts";
import type { Instant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import type { Store } from "../../store/accounts/store.ts";
import type { Delivery } from "../orders/reading/customer-view.ts";
import { builtInTemplates } from "./built-in-templates.ts";
import { deliveryContext, languageOf } from "./delivery-context.ts";

/** A misspelled name in a template must be an error, or a customer's email would have a gap. */
const strict = { strictVariables: true, strictFilters: true };
const plain = new Liquid(strict);
const escaping = new Liquid({ ...strict, outputEscape: "escape" });

const names = ["subject", "text", "html"] as const;
type Name = (typeof names)[number];

const parsed = new Map<string, Template[]>();

/** Parsed on first use: most services use one language, and parsing all five would delay every start. */
function templateIn(language: Language, name: Name): Template[] {
  const key = `${language} ${name}`;
  const known = parsed.get(key);
  if (known) return known;
  const source = builtInTemplates(language)[name];
  const template = (name === "html" ? escaping : plain).parse(source);
  parsed.set(key, template);
  return template;
}

/** Parses the language's templates one by one. Otherwise `renderDeliveryEmail` would do it in one long step. */
export async function parseTemplates(language: Language): Promise<void> {
  for (const name of names) {
    await giveWay();
    templateIn(language, name);
  }
  await giveWay();
}

interface DeliveryEmail {
  store: Store;
  delivery: Delivery;
  now: Instant;
}

/**
 * Renders the built-in delivery email of an order in the store's language, with links based on the store's URL. Takes longer for
 * larger orders. For orders of any size, and for stores' own texts, use `composeDeliveryEmail`.
 */
export function renderDeliveryEmail({ store, delivery, now }: DeliveryEmail): RenderedEmail {
  const context = deliveryContext(store, delivery, now);
  const template = (name: Name) => templateIn(languageOf(store), name);
  const subject = singleLine(withoutMarks(plain.renderSync(template("subject"), context)));
  const text = wrapLines(plain.renderSync(template("text"), context));
  const html = escaping.renderSync(template("html"), { ...context, subject, preview: context.order.expiry });
  return { subject, text, html };
}
