import type { Selectable, Updateable } from "kysely";
import type { ColumnType } from "../../platform/database/row-set.ts";
import type { OrdersTable } from "../../platform/database/schema.ts";
import { foldedAddress } from "../../platform/email-address.ts";
import { linkIdentifier } from "../../platform/identifiers.ts";
import type { Instant } from "../../platform/instants.ts";
import { foldIdentifier, foldText, trailingNumber } from "../../platform/text.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { defaultExpiry, type Ends, type ExpiringProduct, endingAt, endsOf } from "./expiration.ts";
import { type GiftField, opensAt } from "./gifts/gift.ts";
import type { OrderInput, PlainField } from "./order-input.ts";
import type { Order } from "./queries.ts";

/** What happens to each column when the order is deleted. Personal data is erased; the rest stays for the recorded downloads. */
const columns = {
  id: "kept",
  account_id: "kept",
  public_id: "kept",
  vendor_id: "kept",
  guid: "kept",
  title: { erasedTo: "" },
  first_name: { erasedTo: "" },
  last_name: { erasedTo: "" },
  email: { erasedTo: "" },
  source: "kept",
  currency: "kept",
  custom_1: { erasedTo: null },
  custom_2: { erasedTo: null },
  custom_3: { erasedTo: null },
  expires_at: "kept",
  download_limit: "kept",
  created_at: "kept",
  deleted_at: "kept",
  email_search: { erasedTo: "" },
  name_search: { erasedTo: "" },
  surname_search: { erasedTo: "" },
  vendor_number: "kept",
  vendor_search: "kept",
  held_at: "kept",
  revoked_at: "kept",
  held_expires_at: "kept",
  email_waits: "kept",
  language: { erasedTo: null },
  invoice_url: { erasedTo: null },
  first_download_hours: "kept",
  limit_by_product: "kept",
  test: "kept",
  country: { erasedTo: null },
  subscription_id: { erasedTo: null },
  access_until: "kept",
  subscription_status: "kept",
  own_expires_at: "kept",
  recipient_email: { erasedTo: null },
  recipient_name: { erasedTo: null },
  gift_message: { erasedTo: null },
  deliver_at: "kept",
  recipient_search: { erasedTo: null },
  recipient_name_search: { erasedTo: null },
} satisfies { [Column in keyof OrdersTable]: "kept" | { erasedTo: StoredOrder[Column] } };

type StoredOrder = Selectable<OrdersTable>;

/** The columns with personal data, emptied. */
export const withoutPersonalData: Partial<StoredOrder> = Object.fromEntries(
  Object.entries(columns).flatMap(([column, fate]) => (fate === "kept" ? [] : [[column, fate.erasedTo]])),
);

/** A new order. Null or absent values get their default. */
interface NewOrderFields extends Pick<OrderInput, PlainField | GiftField | "vendorId" | "currency"> {
  source: Order["source"];
  /** Null: never. Absent: the setting of its products or the account. */
  expiresAt?: Instant | null | undefined;
  /** Null: unlimited. Absent: the setting of its products or the account. */
  downloadLimit?: number | null | undefined;
  accessUntil?: Instant | null | undefined;
  createdAt: Instant;
  test?: boolean | undefined;
  /** Present if the order is on hold; says whether its email waits. */
  hold?: { emailWaits: boolean } | undefined;
}

/** The values of a new order, without its row number and order ID. */
export type OrderValues = Omit<Order, "id" | "publicId"> & ReturnType<typeof searchValues>;

/** A new order, without its row number. */
export type FilledOrder = OrderValues & Pick<Order, "publicId">;

/** Written by `hold-and-revoke.ts`, so that most orders need not write them. */
type HoldColumn = "held_at" | "revoked_at" | "held_expires_at" | "email_waits";

/** The columns of a new order, each with its field. Without the row number and the columns of `hold-and-revoke.ts`. */
export const filledColumns = {
  account_id: ["accountId", "integer"],
  public_id: ["publicId", "text"],
  vendor_id: ["vendorId", "text"],
  guid: ["guid", "text"],
  title: ["title", "text"],
  first_name: ["firstName", "text"],
  last_name: ["lastName", "text"],
  email: ["email", "text"],
  source: ["source", "text"],
  currency: ["currency", "text"],
  custom_1: ["custom1", "text"],
  custom_2: ["custom2", "text"],
  custom_3: ["custom3", "text"],
  expires_at: ["expiresAt", "integer"],
  download_limit: ["downloadLimit", "integer"],
  created_at: ["createdAt", "integer"],
  email_search: ["emailSearch", "text"],
  name_search: ["nameSearch", "text"],
  surname_search: ["surnameSearch", "text"],
  vendor_number: ["vendorNumber", "text"],
  vendor_search: ["vendorSearch", "text"],
  language: ["language", "text"],
  invoice_url: ["invoiceUrl", "text"],
  first_download_hours: ["hoursFromFirstDownload", "integer"],
  limit_by_product: ["limitByProduct", "integer"],
  test: ["test", "integer"],
  country: ["country", "text"],
  subscription_id: ["subscriptionId", "text"],
  access_until: ["accessUntil", "integer"],
  subscription_status: ["subscriptionStatus", "text"],
  own_expires_at: ["ownExpiresAt", "integer"],
  recipient_email: ["recipientEmail", "text"],
  recipient_name: ["recipientName", "text"],
  gift_message: ["giftMessage", "text"],
  deliver_at: ["deliverAt", "integer"],
  recipient_search: ["recipientSearch", "text"],
  recipient_name_search: ["recipientNameSearch", "text"],
} as const satisfies {
  [Column in Exclude<keyof OrdersTable, "id" | "deleted_at" | HoldColumn>]: readonly [
    field: keyof FilledOrder,
    type: ColumnType,
  ];
};

/** The columns to update for these fields. */
export function columnsOf(fields: Partial<FilledOrder>): Updateable<OrdersTable> {
  const all = Object.entries(filledColumns).map(([column, [field]]) => [column, fields[field]]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

type Searched = Pick<Order, "email" | "firstName" | "lastName" | "vendorId" | "recipientEmail" | "recipientName">;

/** The values by which searches find an order. */
export function searchValues(order: Searched) {
  const { email, firstName, lastName, vendorId, recipientEmail, recipientName } = order;
  return {
    emailSearch: foldedAddress(email),
    nameSearch: foldText(`${firstName} ${lastName}`),
    surnameSearch: foldText(`${lastName} ${firstName}`),
    vendorNumber: trailingNumber(vendorId ?? ""),
    vendorSearch: vendorSearch(vendorId),
    recipientSearch: recipientEmail === null ? null : foldedAddress(recipientEmail),
    recipientNameSearch: foldText(recipientName ?? "") || null,
  };
}

/** Null for a plain number, which then needs no row in the index. */
function vendorSearch(vendorId: string | null): string | null {
  const folded = foldIdentifier(vendorId ?? "");
  return folded === vendorId ? null : folded;
}

/**
 * The values of a new order, without its number. Its expiration counts from `now`, or from a gift's delivery, and depends on its
 * products.
 */
export function orderValues(
  account: Account,
  order: NewOrderFields,
  products: ExpiringProduct[],
  now: Instant,
): OrderValues {
  const searched = {
    vendorId: order.vendorId ?? null,
    firstName: order.firstName ?? "",
    lastName: order.lastName ?? "",
    email: order.email ?? "",
    recipientEmail: order.recipientEmail ?? null,
    recipientName: order.recipientName ?? null,
  };
  return {
    ...searched,
    ...searchValues(searched),
    accountId: account.id,
    guid: linkIdentifier(now),
    title: order.title ?? "",
    source: order.source,
    // Stored, so that the order's worth does not change with the account's currency.
    currency: order.currency ?? account.currency,
    custom1: order.custom1 ?? null,
    custom2: order.custom2 ?? null,
    custom3: order.custom3 ?? null,
    ...expiryOf(account, order, products, opensAt({ deliverAt: order.deliverAt ?? null }, now)),
    limitByProduct: order.downloadLimit === undefined ? 1 : 0,
    downloadLimit: order.downloadLimit === undefined ? account.downloadLimitPerItem : order.downloadLimit,
    language: order.language ?? null,
    invoiceUrl: order.invoiceUrl ?? null,
    country: order.country ?? null,
    subscriptionId: order.subscriptionId ?? null,
    subscriptionStatus: order.subscriptionStatus ?? null,
    giftMessage: order.giftMessage ?? null,
    deliverAt: order.deliverAt ?? null,
    createdAt: order.createdAt,
    test: order.test ? 1 : 0,
    heldAt: order.hold ? now : null,
    revokedAt: null,
    emailWaits: order.hold?.emailWaits ? 1 : 0,
  };
}

function expiryOf(account: Account, order: NewOrderFields, products: ExpiringProduct[], now: Instant): Ends {
  const { expiresAt, accessUntil = null } = order;
  if (accessUntil !== null || expiresAt !== undefined) return endsOf(endingAt(expiresAt ?? null), accessUntil);
  return endsOf(defaultExpiry(account, products, now), null);
}
