import { z } from "@hono/zod-openapi";
import { builtInWordings } from "../../../delivery/customer-emails/render-wording.ts";
import { type Language, languages } from "../../../platform/i18n/languages.ts";
import { type Instant, writeInstant } from "../../../platform/instants.ts";
import { brandColors } from "../../../store/accounts/brand-color.ts";
import { longestWording } from "../../../store/wording/limits.ts";
import { formats, type WordingName, wordingNames } from "../../../store/wording/names.ts";
import type { StoredWording } from "../../../store/wording/wordings.ts";
import { brandColor } from "../account/account.ts";
import { described, locale, orderIdentifier, shownInstant, text } from "../framework/fields.ts";
import { optional } from "../framework/loose-values.ts";

const whichText = "Which text it is.";
const name = z
  .enum(wordingNames, { error: `must be one of ${wordingNames.join(", ")}` })
  .openapi({ example: "email_subject", param: { description: whichText } });

export const wordingName = z.object({ name });

const theLanguage = {
  type: "string",
  enum: languages,
  description: "Language of the text. Default: the text for all languages that have none of their own.",
} as const;

/** The language of a text that an operation is about. */
export const wordingQuery = z.object({ locale: optional(locale).openapi({ ...theLanguage, enum: [...languages] }) });

const source = z
  .string({ error: "must be a Liquid template" })
  .max(longestWording, `must have at most ${longestWording} characters`)
  // Characters that emails and some databases cannot store.
  .refine((text) => !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(text), "must contain only printable characters and line breaks")
  .openapi({ maxLength: longestWording });

export const wordingSchema = z
  .object({
    name: name.describe(whichText),
    locale: z
      .enum(languages)
      .nullable()
      .describe("Language of the text. Null: the text for all languages that have none of their own."),
    format: z.enum(["line", "text", "html"]).describe("Format of the text. Values are escaped in html only."),
    source: z
      .string()
      .nullable()
      .describe(
        "Your template in Liquid. Null: you have none. A language without a text of its own uses the one for all languages, and if you have none either, the built-in text in that language.",
      ),
    built_in: z.string().describe("The built-in template, as a starting point."),
    own_locales: z.array(z.enum(languages)).describe("The languages with a text of their own."),
    can_undo: z.boolean().describe("Whether there is a previous version to go back to."),
    problem: z
      .string()
      .nullable()
      .describe(
        "Why your template failed for the last order that used it. The customer saw the built-in text instead. Null: no problem.",
      ),
    problem_at: shownInstant.nullable().describe("When the problem occurred. Null: no problem."),
    updated_at: shownInstant.nullable().describe("When the text was last changed. Null: never."),
  })
  .openapi("Wording", {
    example: {
      name: "email_subject",
      locale: null,
      format: "line",
      source: "Your maps, {{ customer.firstName }}",
      built_in: builtInWordings("en").email_subject,
      own_locales: ["de"],
      can_undo: true,
      problem: null,
      problem_at: null,
      updated_at: "2026-11-20T21:37:00+00:00",
    },
  });

export const wordingChange = z
  .object({ source: source.nullable().describe("The new template in Liquid. Null: remove yours.") })
  .openapi("WordingChange", { example: { source: "Your order {{ order.id }} from {{ store.name }}" } });

const previewFields = {
  wordings: z
    .strictObject({
      email_subject: source.nullish().describe("Subject line of the email."),
      email_text: source.nullish().describe("Plain-text version of the email."),
      email_html: source.nullish().describe("HTML version of the email."),
      update_subject: source.nullish().describe("Subject of the email about an update."),
      update_text: source.nullish().describe("Plain text of the email about an update."),
      update_html: source.nullish().describe("HTML of the email about an update."),
      page_greeting: source.nullish().describe("Template to try as the greeting of the order's page."),
      page_notice: source.nullish().describe("Template to try as the notice of the order's page."),
      page_footer: source.nullish().describe("Template to try as the footer of the order's page."),
    })
    .optional()
    .describe("Templates to use instead of the saved ones. Null: the built-in text."),
  order_id: optional(orderIdentifier).openapi({
    type: ["integer", "string"],
    description: "ID of the order to show. Default: the latest order.",
  }),
  locale: optional(locale).openapi({
    type: "string",
    enum: [...languages],
    description: "Language that the customer reads. Default: the order's, else the account's, else English.",
  }),
  store: z
    .strictObject({
      name: text(255, { shortest: 1 }).optional().describe("Store name that customers see."),
      brand_color: brandColor.describe("Brand color as `#rrggbb`. Null: the default colors."),
    })
    .optional()
    .describe("Settings of the store to use instead of the saved ones."),
};

export const previewInput = z
  .object(previewFields)
  .openapi("WordingPreviewInput", { example: { wordings: { email_subject: "Order {{ order.id }}" }, locale: "en" } });

export const sentPreviewInput = z
  .object({
    ...previewFields,
    email: z
      .enum(["delivery", "update"], { error: "must be delivery or update" })
      .optional()
      .describe("Which email to send. Default: delivery."),
  })
  .openapi("SentPreviewInput", { example: { wordings: { email_subject: "Order {{ order.id }}" } } });

const color = z.string().openapi({ example: "#2456c4" });

const exampleColors = presentColors("#2456c4");

const colorsSchema = z
  .object({
    button: color.describe("Behind the text of buttons: always the brand color itself."),
    button_text: color.describe("White if it can be read on the button, else black."),
    button_border: color.describe("The line around buttons on a light background."),
    button_border_dark: color.describe("The line around buttons on a dark background."),
    link: color.describe("Links on a light background."),
    link_dark: color.describe("Color of links on a dark background."),
  })
  .openapi("StoreColors", {
    example: exampleColors,
    description:
      "The colors that customers see. Links and lines are the brand color itself wherever it contrasts enough with the background (WCAG 2.2 AA), and otherwise the nearest shade that does.",
  });

export const previewSchema = z
  .object({
    order_id: z
      .string()
      .nullable()
      .describe("ID of the order shown. Null: a sample order, because there are no orders yet."),
    locale: z.enum(languages).describe("Language that the customer reads."),
    email_subject: z.string().describe("Subject line of the email."),
    email_text: z.string().describe("Plain-text version of the email."),
    email_html: z.string().describe("HTML version of the email."),
    update_subject: z.string().describe("Subject of the email about an update, for a made-up update."),
    update_text: z.string().describe("That email as plain text."),
    update_html: z.string().describe("That email as HTML."),
    page_greeting: z.string().describe("The greeting as the order's page would show it."),
    page_notice: z.string().describe("The notice as the order's page would show it."),
    page_footer: z.string().describe("The footer as the order's page would show it."),
    order_page: z
      .string()
      .describe("The order's page as an HTML document, without its script, with at most 100 products."),
    colors: described(colorsSchema, "How the store's color is used."),
  })
  .openapi("WordingPreview", {
    example: {
      order_id: "10000001",
      locale: "en",
      email_subject: "Order 10000001",
      email_text: "Hello Ann, …",
      email_html: "<!doctype html>…",
      update_subject: "New version of Map of the south from Ann's Maps (order M-1001)",
      update_text: "Hello Ann, …",
      update_html: "<!doctype html>…",
      page_greeting: "Hello Ann, thank you for your order.",
      page_notice: "",
      page_footer: "",
      order_page: "<!doctype html>…",
      colors: exampleColors,
    },
  });

/** How a store's color, `#rrggbb`, is used. */
export function presentColors(brandColor: string) {
  const colors = brandColors(brandColor);
  return {
    button: colors.fill,
    button_text: colors.onFill,
    button_border: colors.edgeOnLight,
    button_border_dark: colors.edgeOnDark,
    link: colors.textOnLight,
    link_dark: colors.textOnDark,
  };
}

/** A text in a language (null: for all languages). `builtIn` is the text that customers of that language get without it. */
export function presentWording(
  { name, language, builtIn }: { name: WordingName; language: Language | null; builtIn: Language },
  stored: StoredWording | undefined,
  translated: Language[] | undefined,
): z.output<typeof wordingSchema> {
  const instant = (at: Instant | null | undefined) => (typeof at === "number" ? writeInstant(at) : null);
  return {
    name,
    locale: language,
    format: formats[name],
    source: stored?.source ?? null,
    built_in: builtInWordings(builtIn)[name],
    own_locales: translated ?? [],
    can_undo: stored !== undefined,
    problem: stored?.problem ?? null,
    problem_at: instant(stored?.problemAt),
    updated_at: instant(stored?.updatedAt),
  };
}
