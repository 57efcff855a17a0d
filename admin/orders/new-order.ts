import type { NewOrder } from "../api/types.ts";

import type { Locale } from "../components/languages.ts";
import { typedPrice } from "../products/price.ts";
import { type ExpirationChoice, expirationOf, expirationProblem } from "./expiration.ts";
import { deliveryProblem, type GiftDraft, giftOf, noGift, recipientProblem } from "./gift-draft.ts";
import { type LimitChoice, limitOf, limitProblem } from "./limit-field.tsx";
import { type Line, priceProblem, quantityProblem, sharedCurrency } from "./order-lines.tsx";

/** The values of the new order form. */
export interface OrderDraft extends GiftDraft {
  email: string;
  first_name: string;
  last_name: string;
  title: string;
  vendor_id: string;
  order_items: Line[];
  expiration_date: ExpirationChoice;
  download_limit: LimitChoice;
  send_email: boolean;
  /** Of page and emails; empty for the store's. */
  locale: Locale | "";
  hold: boolean;
  test: boolean;
}

export const emptyDraft: OrderDraft = {
  email: "",
  first_name: "",
  last_name: "",
  title: "",
  vendor_id: "",
  order_items: [],
  expiration_date: { kind: "default", days: 7, date: "" },
  download_limit: { kind: "default", count: 5 },
  send_email: true,
  ...noGift,
  locale: "",
  hold: false,
  test: false,
};

/** Problems by field name. */
export const draftProblems = ({ email, order_items, expiration_date, download_limit, ...gift }: OrderDraft) => ({
  email: email.trim() === "" ? "Enter the customer's email address." : null,
  order_items: order_items.length === 0 ? "Add at least one product." : null,
  // Shown at the quantity itself.
  quantity: order_items.map(quantityProblem).find(Boolean) ?? null,
  price: order_items.map((line) => priceProblem(line, sharedCurrency(order_items))).find(Boolean) ?? null,
  expiration_date: expirationProblem(expiration_date),
  download_limit: limitProblem(download_limit),
  recipient_email: recipientProblem(gift),
  deliver_at: deliveryProblem(gift),
});

/** The order for v3. */
export function orderOf({ email, first_name, last_name, title, vendor_id, ...draft }: OrderDraft): NewOrder {
  const currency = draft.order_items.some(({ price }) => price !== "") ? sharedCurrency(draft.order_items) : null;
  return {
    email: email.trim(),
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    title: title.trim(),
    ...(vendor_id.trim() ? { vendor_id: vendor_id.trim() } : {}),
    expiration_date: expirationOf(draft.expiration_date),
    download_limit: limitOf(draft.download_limit),
    send_email: draft.send_email,
    ...(draft.gift ? giftOf(draft) : {}),
    ...(draft.locale ? { locale: draft.locale } : {}),
    ...(draft.hold ? { hold: true } : {}),
    ...(draft.test ? { test: true } : {}),
    ...(currency ? { currency } : {}),
    order_items: itemsOf(draft.order_items),
  };
}

/** The lines for v3. */
export function itemsOf(lines: Line[]): NonNullable<NewOrder["order_items"]> {
  return lines.map(({ productId, quantity, price, downloads }) => ({
    item_id: productId,
    quantity: Number(quantity),
    ...(price === "" ? {} : { price: Number(typedPrice(price)) }),
    ...(downloads === "" ? {} : { downloads_remaining: Number(downloads) }),
  }));
}
