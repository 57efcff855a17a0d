import type { DeliveredItem, Delivery } from "../orders/delivery.ts";
import { expiryInWords, remainingInWords, remainingOfEachInWords, singleLine, sizeInWords } from "./words.ts";

export interface Store {
  name: string;
  /** Full base address with scheme, without a slash at its end. */
  url: string;
}

/** Everything that the wording of a delivery email can use. All texts are single lines, not escaped for HTML. */
export interface DeliveryContext {
  store: Store;
  customer: { firstName: string; lastName: string };
  /** `expiry` is a whole sentence. */
  order: { id: string; url: string; expiry: string };
  items: {
    name: string;
    quantity: number;
    url: string;
    /** What is left, when that is the same for every file. */
    limit: string | null;
    /** No file is attached to the product yet. */
    waiting: boolean;
    /** `limit` only where the files of the item differ in it. */
    files: { name: string; size: string; limit: string | null }[];
  }[];
}

/** Puts an order into words; `now` in milliseconds since 1970. */
export function deliveryContext(store: Store, delivery: Delivery, now: number): DeliveryContext {
  return {
    store: { name: singleLine(store.name), url: store.url },
    customer: { firstName: singleLine(delivery.firstName), lastName: singleLine(delivery.lastName) },
    order: {
      id: singleLine(delivery.orderId),
      url: `${store.url}/orders/${delivery.guid}`,
      expiry: expiryInWords(delivery.expiresAt, now),
    },
    items: delivery.items.map((item) => itemContext(store, item)),
  };
}

function itemContext(store: Store, item: DeliveredItem): DeliveryContext["items"][number] {
  const [first] = item.files;
  const alike = item.files.every((file) => file.remaining === first?.remaining);
  const inWords = item.files.length === 1 ? remainingInWords : remainingOfEachInWords;
  return {
    name: singleLine(item.productName),
    quantity: item.quantity,
    url: `${store.url}/get/${item.guid}`,
    limit: first && alike ? inWords(first.remaining) : null,
    waiting: !first,
    files: item.files.map((file) => ({
      name: singleLine(file.filename),
      size: sizeInWords(file.sizeBytes),
      limit: alike ? null : remainingInWords(file.remaining),
    })),
  };
}
