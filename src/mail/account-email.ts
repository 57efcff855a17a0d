import { Liquid } from "liquidjs";
import type { EmailKind } from "../database/schema.ts";
import { singleLine } from "../text.ts";
import htmlTemplate from "./templates/account-html.liquid" with { type: "text" };
import textTemplate from "./templates/account-text.liquid" with { type: "text" };
import type { RenderedEmail } from "./templates.ts";
import { wrapLines } from "./wrap-lines.ts";

/** Emails with a link in which a person sets a password. */
type PasswordEmailKind = Exclude<EmailKind, "delivery" | "renewal_request">;

const strict = { strictVariables: true, strictFilters: true };
const plain = new Liquid(strict);
const escaping = new Liquid({ ...strict, outputEscape: "escape" });
const textParts = plain.parse(textTemplate);
const htmlParts = escaping.parse(htmlTemplate);

/** Whole sentences; `store` is the store's name. */
const wordings: Record<
  PasswordEmailKind,
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
    introduction: `You can help to run ${store}. Open the link to accept, and sign in with this email address.`,
    note: "The link works once, for seven days. After that, ask to be invited again. If you do nothing, nothing changes.",
  }),
};

/** Writes the email of one of the store's people, with the link in which they set a password. */
export function renderAccountEmail(kind: PasswordEmailKind, account: { name: string }, link: string): RenderedEmail {
  const store = singleLine(account.name);
  const button = kind === "invitation" ? "Accept" : "Set your password";
  return render({ ...wordings[kind](store), store, link, button });
}

/** A customer's wish that their order be opened again, as its owner is told of it. */
export interface RenewalRequestWords {
  /** As the customer knows it. */
  orderName: string;
  customer: string;
  reason: "expired" | "used_up";
  /** Empty for none. */
  message: string;
  /** Where it is granted. */
  link: string;
}

/** Writes the email that tells the store of a customer's request. */
export function renderRenewalRequest(account: { name: string }, request: RenewalRequestWords): RenderedEmail {
  const { reason, link } = request;
  const order = singleLine(request.orderName);
  const message = singleLine(request.message);
  const because = reason === "expired" ? "has expired" : "has no downloads left";
  return render({
    subject: `Order ${order}: the customer asks for a new link`,
    heading: "A customer asks for a new link",
    introduction: `${singleLine(request.customer)} asks you to open order ${order} again: it ${because}.`,
    note: message === "" ? "The customer left no message." : `The customer writes: “${message}”`,
    store: singleLine(account.name),
    link,
    button: "Look at the request",
  });
}

function render(variables: {
  subject: string;
  heading: string;
  introduction: string;
  note: string;
  store: string;
  link: string;
  button: string;
}): RenderedEmail {
  const subject = singleLine(variables.subject);
  return {
    subject,
    text: wrapLines(plain.renderSync(textParts, variables)),
    html: escaping.renderSync(htmlParts, { ...variables, subject }),
  };
}
