import type { NewOrder, Order } from "../api/types.ts";
import { readableAddress } from "../components/readable-address.ts";
import { localInput } from "./expiration.ts";

export const giftFields = ["recipient_email", "recipient_name", "gift_message", "deliver_at"] as const;
type GiftField = (typeof giftFields)[number];

/** What a form has of a gift. */
export interface GiftDraft extends Record<Exclude<GiftField, "deliver_at">, string> {
  /** Whether the order is a gift; if not, the other values count for nothing. */
  gift: boolean;
  /** As the browser's date and time field writes it, in the reader's zone; empty for at once. */
  deliver_at: string;
}

export const noGift: GiftDraft = {
  gift: false,
  recipient_email: "",
  recipient_name: "",
  gift_message: "",
  deliver_at: "",
};

/** The gift of an order, for a form. */
export const giftDraftOf = (order: Order): GiftDraft => ({
  gift: order.recipient_email !== null,
  recipient_email: readableAddress(order.recipient_email ?? ""),
  recipient_name: order.recipient_name ?? "",
  gift_message: order.gift_message ?? "",
  deliver_at: order.deliver_at === null ? "" : localInput(new Date(order.deliver_at).getTime()),
});

/** The problem with the recipient's address; null for none. */
export const recipientProblem = ({ gift, recipient_email }: GiftDraft): string | null =>
  gift && recipient_email.trim() === "" ? "Enter the recipient's email address." : null;

/** The problem with the day of delivery; null for none. `before`: what the order has, which may have passed. */
export const deliveryProblem = ({ gift, deliver_at: at }: GiftDraft, before = ""): string | null =>
  gift && at !== "" && at !== before && new Date(at).getTime() < Date.now()
    ? "This time has passed. Leave the field empty to deliver at once."
    : null;

/** The gift for v3: nothing but nulls if the order is none. */
export function giftOf(draft: GiftDraft): Pick<NewOrder, GiftField> {
  const { gift, deliver_at: at } = draft;
  const text = (value: string) => (gift && value.trim() !== "" ? value.trim() : null);
  return {
    recipient_email: text(draft.recipient_email),
    recipient_name: text(draft.recipient_name),
    gift_message: text(draft.gift_message),
    deliver_at: gift && at !== "" ? new Date(at).toISOString() : null,
  };
}
