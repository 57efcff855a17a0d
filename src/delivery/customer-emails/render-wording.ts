import { wrapLines } from "../../messages/mail/transport/wrap-lines.ts";
import { orderPath } from "../../platform/customer-paths.ts";
import { rejectFields } from "../../platform/errors.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { withoutMarks } from "../../platform/i18n/line-breaks.ts";
import { fill, localizationFor } from "../../platform/i18n/localization.ts";
import type { Instant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import type { Store } from "../../store/accounts/store.ts";
import { formats, type WordingName } from "../../store/wording/names.ts";
import type { TimeBudget } from "../../store/wording/renderer/lane.ts";
import { newBudget, type WordingRenderer } from "../../store/wording/renderer.ts";
import { WordingError } from "../../store/wording/wording-error.ts";
import type { Delivery } from "../orders/reading/customer-view.ts";
import { announcementContext, type FileUpdate, sampleUpdate, stopUrl } from "./announcement-context.ts";
import { builtInTemplates, builtInUpdateTemplates, chosenByState } from "./built-in-templates.ts";
import { type DeliveryContext, deliveryContext, languageOf } from "./delivery-context.ts";
import { barestDelivery, sampleDelivery, sampleGift } from "./sample-delivery.ts";

/** The built-in templates in the language of the store's emails, used where the store has no templates of its own. */
export function builtInWordings(language: Language): Record<WordingName, string> {
  const { subject, text, html } = builtInTemplates(language);
  const update = builtInUpdateTemplates(language);
  const { greetings, giftGreetings } = localizationFor(language).texts.order;
  // As `greetedName` says.
  const [name, isNamed] =
    language === "ja"
      ? ["{{ customer.lastName }} {{ customer.firstName }}", 'customer.lastName != "" or customer.firstName != ""']
      : ["{{ customer.firstName }}", 'customer.firstName != ""'];
  const greeting = ({ named, unnamed }: (typeof greetings)["open"]) =>
    withoutMarks(`{% if ${isNamed} %}${fill(named, { name })}{% else %}${unnamed}{% endif %}`);
  const unlessGift = (state: keyof typeof giftGreetings) =>
    `{% if gift %}${greeting(giftGreetings[state])}{% else %}${greeting(greetings[state])}{% endif %}`;
  const byState = chosenByState({
    open: `{% if order.isPartial %}${unlessGift("partial")}{% else %}${unlessGift("open")}{% endif %}`,
    expired: greeting(greetings.expired),
    used_up: greeting(greetings.used_up),
    waiting_for_key: unlessGift("empty"),
    waiting_for_file: unlessGift("empty"),
  });
  return {
    email_subject: subject,
    email_text: text,
    email_html: html,
    update_subject: update.subject,
    update_text: update.text,
    update_html: update.html,
    page_greeting: `{% if items.size == 0 %}${unlessGift("empty")}{% else %}${byState}{% endif %}`,
    page_notice: "",
    page_footer: "",
  };
}

/** The store, order and time for which a text is rendered. */
export interface WordingUse {
  accountId: number;
  store: Store;
  delivery: Delivery;
  now: Instant;
  /** For texts about an update; absent for a sample. */
  update?: FileUpdate;
}

/** A template to render. */
interface WordingSource {
  /** Liquid. */
  source: string;
  isBuiltIn: boolean;
  /** The language of its values. Null or absent: that of the store's emails. */
  language?: Language | null;
}

export type WordingSources = Partial<Record<WordingName, WordingSource>>;

/** Each rendered text, or why it cannot be used. */
export type RenderedWordings = Partial<Record<WordingName, string | WordingError>>;

/**
 * Renders templates for an order. Values are escaped in HTML only. All templates share the time in `budget`. Rejects
 * with `RendererUnavailable`.
 */
export async function renderWordings(
  renderer: WordingRenderer,
  sources: WordingSources,
  { accountId, store, delivery, now, update = sampleUpdate(delivery) }: WordingUse,
  budget: TimeBudget = newBudget(),
): Promise<RenderedWordings> {
  const values = valuesIn({ store, delivery, now, update });
  const rendered: RenderedWordings = {};
  const render = async (name: WordingName) => {
    const wording = sources[name];
    if (!wording) return;
    const { source, isBuiltIn, language } = wording;
    const all = valuesOf(name, values(language ?? languageOf(store)), rendered);
    const text = await renderer.render(accountId, { source, isBuiltIn, format: formats[name], values: all }, budget);
    rendered[name] = typeof text === "string" ? finished(name, text) : text;
  };
  const names = (Object.keys(sources) as WordingName[]).filter((name) => !name.endsWith("_html"));
  await Promise.all(names.map(render));
  await Promise.all([render("email_html"), render("update_html")]);
  return rendered;
}

const isOfUpdate = (name: WordingName) => name.startsWith("update_");

interface Values {
  context: DeliveryContext;
  /** Values that texts about an update can also use. */
  ofUpdate: DeliveryContext & { update: ReturnType<typeof announcementContext> };
  /** Both as JSON. */
  shared: { delivery: string; update: string };
}

/** A text's values as JSON. The HTML of an email also has its rendered subject. */
function valuesOf(name: WordingName, { context, ofUpdate, shared }: Values, rendered: RenderedWordings): string {
  const known = (subject: string | WordingError | undefined) =>
    typeof subject === "string" ? subject : `${context.store.name} ${context.order.name}`;
  const { expiry } = context.order;
  if (name === "email_html") {
    return JSON.stringify({ ...context, subject: known(rendered.email_subject), preview: expiry });
  }
  if (name === "update_html") {
    const preview = ofUpdate.update.note || expiry;
    return JSON.stringify({ ...ofUpdate, subject: known(rendered.update_subject), preview });
  }
  return isOfUpdate(name) ? shared.update : shared.delivery;
}

/** The values of an order's texts by language, each computed once. */
function valuesIn({ store, delivery, now, update }: Omit<WordingUse, "accountId"> & { update: FileUpdate }) {
  const written = new Map<Language, Values>();
  return (language: Language): Values => {
    const before = written.get(language);
    if (before) return before;
    const local = { ...store, language };
    const context = deliveryContext(local, delivery, now);
    const ofUpdate = { ...context, update: announcementContext(local, delivery, update) };
    const shared = { delivery: JSON.stringify(context), update: JSON.stringify(ofUpdate) };
    const values = { context, ofUpdate, shared };
    written.set(language, values);
    return values;
  };
}

function finished(name: WordingName, rendered: string): string {
  if (formats[name] === "line") return singleLine(withoutMarks(rendered));
  if (formats[name] === "html") return rendered;
  return name.startsWith("page_") ? rendered.trim() : wrapLines(rendered);
}

/** Throws `invalid` for a template that would fail for any order, and for an email without the customer's link. */
export async function rejectUnusableWording(
  renderer: WordingRenderer,
  name: WordingName,
  source: string,
  use: Omit<WordingUse, "delivery">,
): Promise<void> {
  const budget = newBudget();
  for (const delivery of [sampleDelivery(use.now), sampleGift(use.now), barestDelivery(use.now)]) {
    const sources = { [name]: { source, isBuiltIn: false } };
    const { [name]: rendered } = await renderWordings(renderer, sources, { ...use, delivery }, budget);
    rejectFields([{ field: "source", message: problemWith(name, rendered, { ...use, delivery }) }]);
  }
}

function problemWith(
  name: WordingName,
  rendered: string | WordingError | undefined,
  { store, delivery }: WordingUse,
): string | null {
  if (rendered instanceof WordingError) return rendered.message;
  if (formats[name] === "line" && rendered === "") return "must not be empty when rendered";
  const needsLink = !name.startsWith("page_") && formats[name] !== "line";
  if (needsLink && isOfUpdate(name) && !rendered?.includes(stopUrl(store, delivery))) {
    return "must contain {{ update.stopUrl }}: customers must be able to stop these emails";
  }
  if (needsLink && !rendered?.includes(store.url + orderPath(delivery.guid))) {
    return "must contain {{ order.url }}: without it, the customer has no link";
  }
  return null;
}
