import type { Selectable, Updateable } from "kysely";
import type { ColumnType } from "../../platform/database/row-set.ts";
import type { OrdersTable } from "../../platform/database/schema.ts";
import { foldedAddress } from "../../platform/email-address.ts";
import { foldAccents, foldIdentifier, foldText, trailingNumber } from "../../platform/text.ts";

// Every column of `orders` stands here once: its field, its type, and what a deletion or erasure leaves of it.
// What the columns mean: src/platform/database/schema/orders.ts.

/** Read as an `Order`, and written with a new order and with changes. */
const ownColumns = {
  account_id: ["accountId", "integer", "kept"],
  public_id: ["publicId", "text", "kept"],
  vendor_id: ["vendorId", "text", "kept"],
  guid: ["guid", "text", "kept"],
  title: ["title", "text", { erasedTo: "" }],
  first_name: ["firstName", "text", { erasedTo: "" }],
  last_name: ["lastName", "text", { erasedTo: "" }],
  email: ["email", "text", { erasedTo: "" }],
  source: ["source", "text", "kept"],
  currency: ["currency", "text", "kept"],
  custom_1: ["custom1", "text", { erasedTo: null }],
  custom_2: ["custom2", "text", { erasedTo: null }],
  custom_3: ["custom3", "text", { erasedTo: null }],
  expires_at: ["expiresAt", "integer", "kept"],
  download_limit: ["downloadLimit", "integer", "kept"],
  created_at: ["createdAt", "integer", "kept"],
  language: ["language", "text", { erasedTo: null }],
  invoice_url: ["invoiceUrl", "text", { erasedTo: null }],
  first_download_hours: ["hoursFromFirstDownload", "integer", "kept"],
  limit_by_product: ["limitByProduct", "integer", "kept"],
  test: ["test", "integer", "kept"],
  country: ["country", "text", { erasedTo: null }],
  subscription_id: ["subscriptionId", "text", { erasedTo: null }],
  access_until: ["accessUntil", "integer", "kept"],
  subscription_status: ["subscriptionStatus", "text", "kept"],
  own_expires_at: ["ownExpiresAt", "integer", "kept"],
  recipient_email: ["recipientEmail", "text", { erasedTo: null }],
  recipient_name: ["recipientName", "text", { erasedTo: null }],
  gift_message: ["giftMessage", "text", { erasedTo: null }],
  deliver_at: ["deliverAt", "integer", "kept"],
} as const;

/** Read as an `Order`. Written by the database and by `hold-and-revoke.ts`, so that most orders need not write them. */
const stateColumns = {
  id: ["id", "integer", "kept"],
  held_at: ["heldAt", "integer", "kept"],
  revoked_at: ["revokedAt", "integer", "kept"],
  email_waits: ["emailWaits", "integer", "kept"],
} as const;

/** Written so that searches find the order, and never read as a part of it. */
const searchColumns = {
  email_search: ["emailSearch", "text", { erasedTo: "" }],
  name_search: ["nameSearch", "text", { erasedTo: "" }],
  surname_search: ["surnameSearch", "text", { erasedTo: "" }],
  vendor_number: ["vendorNumber", "text", "kept"],
  vendor_search: ["vendorSearch", "text", "kept"],
  recipient_search: ["recipientSearch", "text", { erasedTo: null }],
  recipient_name_search: ["recipientNameSearch", "text", { erasedTo: null }],
} as const;

/** The columns of a new order, each with its field. */
export const filledColumns = { ...ownColumns, ...searchColumns };
const readColumns = { ...ownColumns, ...stateColumns };
const allColumns = { ...filledColumns, ...stateColumns } satisfies {
  [Column in Exclude<keyof OrdersTable, "deleted_at" | "held_expires_at">]: OrderColumn<StoredOrder[Column]>;
};

type StoredOrder = Selectable<OrdersTable>;
type OrderColumn<Value> = readonly [field: string, type: ColumnType, fate: "kept" | { erasedTo: Value }];
type ReadColumns = typeof readColumns;
type SearchColumns = typeof searchColumns;

/** An order without its items. */
export type Order = { [Column in keyof ReadColumns as ReadColumns[Column][0]]: StoredOrder[Column] };

export type SearchValues = { [Column in keyof SearchColumns as SearchColumns[Column][0]]: StoredOrder[Column] };

/** The values of a new order, without its row number and order ID. */
export type OrderValues = Omit<Order, "id" | "publicId"> & SearchValues;

/** A new order, without its row number. */
export type FilledOrder = OrderValues & Pick<Order, "publicId">;

/** For `select` and `returning`: each column with its field. */
export const orderColumns = Object.entries(readColumns).map(([column, [field]]) => `${column} as ${field}`) as {
  [Column in keyof ReadColumns]: `${Column} as ${ReadColumns[Column][0]}`;
}[keyof ReadColumns][];

/** The same for what searches find. */
export const searchValueColumns = Object.entries(searchColumns).map(([column, [field]]) => `${column} as ${field}`) as {
  [Column in keyof SearchColumns]: `${Column} as ${SearchColumns[Column][0]}`;
}[keyof SearchColumns][];

/** The columns with personal data, emptied. */
export const withoutPersonalData: Partial<StoredOrder> = Object.fromEntries(
  Object.entries<OrderColumn<unknown>>(allColumns).flatMap(([column, [, , fate]]) =>
    fate === "kept" ? [] : [[column, fate.erasedTo]],
  ),
);

/** The columns to update for these fields. */
export function columnsOf(fields: Partial<FilledOrder>): Updateable<OrdersTable> {
  const all = Object.entries(filledColumns).map(([column, [field]]) => [column, fields[field]]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

type Searched = Pick<Order, "email" | "firstName" | "lastName" | "vendorId" | "recipientEmail" | "recipientName">;

/** The values by which searches find an order. */
export function searchValues(order: Searched): SearchValues {
  const { email, firstName, lastName, vendorId, recipientEmail, recipientName } = order;
  return {
    emailSearch: foldedAddress(email),
    nameSearch: foldAccents(`${firstName} ${lastName}`),
    surnameSearch: foldAccents(`${lastName} ${firstName}`),
    vendorNumber: trailingNumber(vendorId ?? ""),
    vendorSearch: vendorSearch(vendorId),
    recipientSearch: recipientEmail === null ? null : foldedAddress(recipientEmail),
    recipientNameSearch: foldAccents(recipientName ?? "") || null,
  };
}

/** Texts that a name may begin with to match the search: as `searchValues` has it, and as earlier versions stored it. */
export const nameSearches = (text: string): string[] =>
  [...new Set([foldAccents(text), foldText(text)])].filter((folded) => folded !== "");

/** Null for a plain number, which then needs no row in the index. */
function vendorSearch(vendorId: string | null): string | null {
  const folded = foldIdentifier(vendorId ?? "");
  return folded === vendorId ? null : folded;
}
