import { dayMilliseconds } from "../../../platform/days.ts";
import { isSameAddress } from "../../../platform/email-address.ts";
import { DomainError, type FieldError } from "../../../platform/errors.ts";
import type { Localization } from "../../../platform/i18n/localization.ts";
import { type Instant, instant, writeInstant } from "../../../platform/instants.ts";
import { emailProblem, singleLine, textProblem } from "../../../platform/text.ts";
import type { Order } from "../order-columns.ts";

/** The fields of a gift. `recipientEmail` makes an order a gift; the others belong to it. */
export type GiftField = "recipientEmail" | "recipientName" | "giftMessage" | "deliverAt";

/** The fields of a gift; all null for an order that is not one. */
export type Gift = Pick<Order, GiftField>;

/** Longest message to a recipient, in characters. */
export const longestGiftMessage = 2_000;

/** Longest wait of a gift, in milliseconds from now. */
const longestWait = 731 * dayMilliseconds;

/** When the links of an order that is created at `now` start to work. */
export const opensAt = ({ deliverAt }: Pick<Gift, "deliverAt">, now: Instant): Instant =>
  instant(Math.max(now, deliverAt ?? now));

/** Whether the recipient gets the order only later. */
export const isToCome = ({ deliverAt }: Pick<Gift, "deliverAt">, now: Instant): boolean =>
  opensAt({ deliverAt }, now) > now;

/** The address of the person who gets the order: a gift's recipient, or otherwise the customer. */
export const holderAddress = ({ recipientEmail, email }: Pick<Order, "recipientEmail" | "email">): string =>
  recipientEmail ?? email;

/** Whether the order of this address is a gift for somebody else. Then its links belong to the recipient. */
export const isForOther = ({ recipientEmail }: Pick<Gift, "recipientEmail">, address: string): boolean =>
  recipientEmail !== null && !isSameAddress(recipientEmail, address);

/** A text saying who a gift is for, and when it was or will be delivered, and the text's values. */
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

/** The order's gift after these changes. Without a recipient, all of its fields are null. */
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
 * Problems with the gift in an input for an order, which was `before`. A delivered gift cannot wait again: the recipient's links
 * would stop working.
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

/** A message if the text cannot be a gift's message; otherwise null. It may have several lines. */
export const messageProblem = (message: string): string | null =>
  textProblem(message.replace(/\r?\n/g, " "), { shortest: 0, longest: longestGiftMessage });

function timeProblem(deliverAt: Instant | null | undefined, before: Gift, now: Instant): string | null {
  if (deliverAt == null || deliverAt <= now || deliverAt === before.deliverAt) return null;
  if (deliverAt > now + longestWait) return "must be within two years";
  const isDelivered = before.recipientEmail !== null && !isToCome(before, now);
  return isDelivered ? "cannot be later any more: the gift has been delivered" : null;
}
