import type { Email, Order } from "../api/types.ts";
import { moment } from "./format.ts";
import { readableAddress } from "./readable-address.ts";

/** Says before the emails of many orders are resent who gets them; `sendsEmail` is false without a mail server. */
export function resendWords(orders: Pick<Order, "recipient_email">[], sendsEmail: boolean): string {
  if (!sendsEmail) return "There is no mail server: the emails are kept here, and nobody gets one.";
  const gifts = orders.filter(({ recipient_email }) => recipient_email !== null).length;
  const who = { 0: "Each customer gets", [orders.length]: "Each recipient gets" }[gifts];
  return `${who ?? "Each customer, or recipient of a gift, gets"} the email with the links again. Sent emails cannot be recalled.`;
}

/** What the person is called who has the order's links and keys: a gift's recipient, or else the customer. */
export const holderName = ({ recipient_email }: Pick<Order, "recipient_email">) =>
  recipient_email === null ? "customer" : "recipient";

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

/** Whether the order is a gift that its recipient gets only later. */
export const isToCome = ({ deliver_at: at }: Pick<Order, "deliver_at">): boolean =>
  at !== null && new Date(at).getTime() > Date.now();

/** Whether the email, of this order, is the recipient's and waits for the gift's day. */
export const waitsForDay = ({ kind, status }: Pick<Email, "kind" | "status">, order: Pick<Order, "deliver_at">) =>
  kind === "delivery" && status === "queued" && isToCome(order);

/** When the recipient of a gift that is to come gets its email. */
export const giftDayWords = ({ deliver_at, ...order }: Parameters<typeof recipientOf>[0] & Pick<Order, "deliver_at">) =>
  `Will be delivered on ${moment(deliver_at ?? "")} to ${readableAddress(recipientOf(order))}.`;

/** Says what happens to an order's email that was just queued; `sendsEmail` is false without a mail server. */
export const orderOnItsWay = (order: Order, sendsEmail: boolean): string =>
  isToCome(order) ? giftDayWords(order) : onItsWay(recipientOf(order), sendsEmail);

/** Says what happens to an email that was just queued; `sendsEmail` is false without a mail server. */
export function onItsWay(email: string, sendsEmail: boolean): string {
  return sendsEmail
    ? `The email is on its way to ${readableAddress(email)}.`
    : `The email to ${readableAddress(email)} is kept here, not sent. There is no mail server.`;
}
