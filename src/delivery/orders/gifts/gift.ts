import { dayMilliseconds } from "../../../platform/days.ts";
import { isSameAddress } from "../../../platform/email-address.ts";
import { DomainError, type FieldError } from "../../../platform/errors.ts";
import type { Localization } from "../../../platform/i18n/localization.ts";
import { type Instant, instant, writeInstant } from "../../../platform/instants.ts";
import { emailProblem, singleLine, textProblem } from "../../../platform/text.ts";
import type { Order } from "../queries.ts";

/** The fields that make an order a gift: `recipientEmail` does, and the others belong to it. */
export type GiftField = "recipientEmail" | "recipientName" | "giftMessage" | "deliverAt";

/** The fields of a gift; all null for an order that is none. */
export type Gift = Pick<Order, GiftField>;

/** Longest message to a recipient, in characters. */
export const longestGiftMessage = 2_000;

/** Milliseconds from now until which a gift can wait. */
const longestWait = 731 * dayMilliseconds;

/** From when on the links of an order that is made at `now` work. */
export const opensAt = ({ deliverAt }: Pick<Gift, "deliverAt">, now: Instant): Instant =>
  instant(Math.max(now, deliverAt ?? now));

/** Whether the recipient gets the order only later. */
export const isToCome = ({ deliverAt }: Pick<Gift, "deliverAt">, now: Instant): boolean =>
  opensAt({ deliverAt }, now) > now;

/** The address for which the order is: a gift's recipient, or else the customer. */
export const holderAddress = ({ recipientEmail, email }: Pick<Order, "recipientEmail" | "email">): string =>
  recipientEmail ?? email;

/** Whether the order, which this customer's address has, is a gift for somebody else: then its links are not theirs. */
export const isForOther = ({ recipientEmail }: Pick<Gift, "recipientEmail">, address: string): boolean =>
  recipientEmail !== null && !isSameAddress(recipientEmail, address);

/** For whom a gift is, and when it was or will be delivered: the text that says so, with its values. */
export function giftFor(gift: Gift & Pick<Order, "createdAt">, { texts }: Localization, now: Instant) {
  const { gift: coming, giftDelivered } = texts.library.page;
  return {
    text: isToCome(gift, now) ? coming : giftDelivered,
    recipient: singleLine(gift.recipientName || gift.recipientEmail || ""),
    date: gift.deliverAt ?? gift.createdAt,
  };
}

/** Thrown for a link of a gift before its delivery. */
export class NotYet extends DomainError {
  constructor(readonly opensAt: Instant) {
    super("not_yet", `This gift opens at ${writeInstant(opensAt)}.`);
  }
}

/** Call for a customer's link. Throws `NotYet` before the gift's delivery. */
export function rejectEarly({ deliverAt }: Pick<Gift, "deliverAt">, now: Instant): void {
  const opens = opensAt({ deliverAt }, now);
  if (opens > now) throw new NotYet(opens);
}

/** The order's gift after these changes. Without a recipient, nothing of a gift is left. */
export function changedGift(input: Partial<{ [Field in GiftField]: Gift[Field] | undefined }>, before: Gift): Gift {
  const kept = <Value>(value: Value | undefined, old: Value) => (value === undefined ? old : value);
  const recipientEmail = kept(input.recipientEmail, before.recipientEmail);
  if (recipientEmail === null) return noGift;
  return {
    recipientEmail,
    recipientName: kept(input.recipientName, before.recipientName),
    giftMessage: kept(input.giftMessage, before.giftMessage),
    deliverAt: kept(input.deliverAt, before.deliverAt),
  };
}

export const noGift: Gift = { recipientEmail: null, recipientName: null, giftMessage: null, deliverAt: null };

/**
 * What is wrong with the gift that an input makes of an order, which was `before`. Once its recipient has got a gift, it cannot wait
 * again: the links that they have would close.
 */
export function giftProblems(
  input: Partial<{ [Field in GiftField]: Gift[Field] | undefined }>,
  before: Gift,
  now: Instant,
): FieldError[] {
  const { recipientEmail, recipientName, giftMessage, deliverAt } = input;
  const hasRecipient = (recipientEmail === undefined ? before.recipientEmail : recipientEmail) !== null;
  const needs = (value: unknown) => (value == null || hasRecipient ? null : "needs an address of the recipient");
  const rules = [
    { field: "recipientEmail", message: recipientEmail == null ? null : emailProblem(recipientEmail) },
    {
      field: "recipientName",
      message: needs(recipientName) ?? textProblem(recipientName ?? "", { shortest: 0, longest: 255 }),
    },
    { field: "giftMessage", message: needs(giftMessage) ?? messageProblem(giftMessage ?? "") },
    { field: "deliverAt", message: needs(deliverAt) ?? timeProblem(deliverAt, before, now) },
  ];
  return rules.filter((rule): rule is FieldError => rule.message !== null);
}

/** A message if the text, which may have several lines, cannot be a gift's message; otherwise null. */
export const messageProblem = (message: string): string | null =>
  textProblem(message.replace(/\r?\n/g, " "), { shortest: 0, longest: longestGiftMessage });

function timeProblem(deliverAt: Instant | null | undefined, before: Gift, now: Instant): string | null {
  if (deliverAt == null || deliverAt <= now || deliverAt === before.deliverAt) return null;
  if (deliverAt > now + longestWait) return "must be within two years";
  const isDelivered = before.recipientEmail !== null && !isToCome(before, now);
  return isDelivered ? "cannot be later any more: the gift has been delivered" : null;
}
