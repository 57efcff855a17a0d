import type { Email, Order } from "../api/types.ts";

/** Says before many emails are resent what their customers get; `sendsEmail` is false without a mail server. */
export function resendWords(sendsEmail: boolean): string {
  return sendsEmail
    ? "Each customer gets the email with the links again. Sent emails cannot be recalled."
    : "There is no mail server: the emails are kept here, and no customer gets one.";
}

/** What an email is called whose subject is not known, or not yet. */
export const emailNames: Record<Email["kind"], string> = {
  delivery: "Delivery email",
  library: "Email with all links",
  announcement: "Email about an update",
  gift_confirmation: "Email to the buyer of a gift",
};

/** Who gets the emails of an order. Those of a gift go to its recipient, those of a test to the store. */
export const recipientOf = ({
  test,
  email,
  recipient_email,
}: Pick<Order, "test" | "email" | "recipient_email">): string =>
  test ? "the store's address" : (recipient_email ?? email);

/** Says what happens to an email that was just queued; `sendsEmail` is false without a mail server. */
export function onItsWay(email: string, sendsEmail: boolean): string {
  return sendsEmail
    ? `The email is on its way to ${email}.`
    : `The email to ${email} is kept here, not sent. There is no mail server.`;
}
