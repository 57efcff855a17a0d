import { Liquid } from "liquidjs";
import type { EmailKind } from "../database/schema.ts";
import htmlTemplate from "./templates/account-html.liquid" with { type: "text" };
import textTemplate from "./templates/account-text.liquid" with { type: "text" };
import type { RenderedEmail } from "./templates.ts";
import { singleLine } from "./words.ts";
import { wrapLines } from "./wrap-lines.ts";

export type AccountEmailKind = Exclude<EmailKind, "delivery">;

const strict = { strictVariables: true, strictFilters: true };
const plain = new Liquid(strict);
const escaping = new Liquid({ ...strict, outputEscape: "escape" });
const textParts = plain.parse(textTemplate);
const htmlParts = escaping.parse(htmlTemplate);

/** Whole sentences; `store` is the store's name. */
const wordings: Record<
  AccountEmailKind,
  (store: string) => { subject: string; heading: string; introduction: string; note: string }
> = {
  password_reset: (store) => ({
    subject: `Set a new password for ${store}`,
    heading: "Set a new password",
    introduction: `Somebody, probably you, asked for a new password for the administration of ${store}.`,
    note: "The link works once, for one hour. If it was not you, do nothing: your password stays as it is.",
  }),
  invitation: (store) => ({
    subject: `You are invited to ${store}`,
    heading: `You are invited to ${store}`,
    introduction: `You can help to run ${store}. Set a password to sign in with this email address.`,
    note: "The link works once, for seven days. After that, ask for a new password on the sign-in page.",
  }),
};

/** Writes the email of one of the store's people, with the link in which they set a password. */
export function renderAccountEmail(kind: AccountEmailKind, account: { name: string }, link: string): RenderedEmail {
  const store = singleLine(account.name);
  const { subject, ...words } = wordings[kind](store);
  const variables = { ...words, store, link, subject: singleLine(subject) };
  return {
    subject: variables.subject,
    text: wrapLines(plain.renderSync(textParts, variables)),
    html: escaping.renderSync(htmlParts, variables),
  };
}
