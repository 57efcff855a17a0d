import type { NewOrder } from "../api/types.ts";
import { type ExpirationChoice, expirationOf, expirationProblem } from "./expiration.ts";
import { type LimitChoice, limitOf, limitProblem } from "./limit-field.tsx";
import { type Line, quantityProblem } from "./order-lines.tsx";

/** The values of the new order form. */
export interface OrderDraft {
  email: string;
  first_name: string;
  last_name: string;
  title: string;
  vendor_id: string;
  lines: Line[];
  expiration: ExpirationChoice;
  limit: LimitChoice;
  sendEmail: boolean;
}

export const emptyDraft: OrderDraft = {
  email: "",
  first_name: "",
  last_name: "",
  title: "",
  vendor_id: "",
  lines: [],
  expiration: { kind: "default", days: 7, date: "" },
  limit: { kind: "default", count: 5 },
  sendEmail: true,
};

/** Problems by field name of v3. */
export function draftProblems({ email, lines, expiration, limit }: OrderDraft): Record<string, string> {
  const problems = {
    email: email.trim() === "" ? "Enter the customer's email address." : null,
    order_items: lines.length === 0 ? "Add at least one product." : null,
    quantity: lines.map(quantityProblem).find(Boolean) ?? null,
    expiration_date: expirationProblem(expiration),
    download_limit: limitProblem(limit),
  };
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The order for v3. */
export function orderOf({ email, first_name, last_name, title, vendor_id, ...draft }: OrderDraft): NewOrder {
  return {
    email: email.trim(),
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    title: title.trim(),
    ...(vendor_id.trim() ? { vendor_id: vendor_id.trim() } : {}),
    expiration_date: expirationOf(draft.expiration),
    download_limit: limitOf(draft.limit),
    send_email: draft.sendEmail,
    order_items: itemsOf(draft.lines),
  };
}

/** The lines for v3. */
export function itemsOf(lines: Line[]): NonNullable<NewOrder["order_items"]> {
  return lines.map(({ productId, quantity, downloads }) => ({
    item_id: productId,
    quantity: Number(quantity),
    ...(downloads === "" ? {} : { downloads_remaining: Number(downloads) }),
  }));
}
