import type { Account } from "../accounts/accounts.ts";
import { linkIdentifier } from "../accounts/credentials.ts";
import type { OrdersTable } from "../database/schema.ts";
import type { Instant } from "../instants.ts";
import { foldIdentifier, foldText, trailingNumber } from "../text.ts";
import { defaultExpiration } from "./expiration.ts";
import type { Order } from "./queries.ts";

/**
 * What happens to each column when the order is deleted: personal data is erased; the rest stays for the recorded
 * downloads.
 */
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
} satisfies { [Column in keyof OrdersTable]: "kept" | { erasedTo: Order[Column] } };

/** The columns with personal data, blank. */
export const withoutPersonalData: Partial<Order> = Object.fromEntries(
  Object.entries(columns).flatMap(([column, fate]) => (fate === "kept" ? [] : [[column, fate.erasedTo]])),
);

/** A new order. Null or absent values get their default. */
interface NewOrder {
  vendorId?: string | null | undefined;
  title?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  source: Order["source"];
  currency?: string | null | undefined;
  custom1?: string | null | undefined;
  custom2?: string | null | undefined;
  custom3?: string | null | undefined;
  /** Null for never, absent for the account's setting. */
  expiresAt?: Instant | null | undefined;
  /** Null for unlimited, absent for the account's setting. */
  downloadLimit?: number | null | undefined;
  createdAt: Instant;
}

export type OrderValues = Omit<Order, "id" | "public_id">;

type Searched = Pick<Order, "email" | "first_name" | "last_name" | "vendor_id">;

/** The columns by which searches find an order with these values. */
export function searchColumns({ email, first_name, last_name, vendor_id }: Searched) {
  return {
    email_search: foldText(email),
    name_search: foldText(`${first_name} ${last_name}`),
    surname_search: foldText(`${last_name} ${first_name}`),
    vendor_number: trailingNumber(vendor_id ?? ""),
    vendor_search: vendorSearch(vendor_id),
  };
}

/** Null for a plain number, so that the index has no row for it. */
function vendorSearch(vendorId: string | null): string | null {
  const folded = foldIdentifier(vendorId ?? "");
  return folded === vendorId ? null : folded;
}

/** The row of a new order without its number. Its expiration is counted from `now`. */
export function orderValues(account: Account, order: NewOrder, now: Instant): OrderValues {
  const searched = {
    vendor_id: order.vendorId ?? null,
    first_name: order.firstName ?? "",
    last_name: order.lastName ?? "",
    email: order.email ?? "",
  };
  return {
    ...searched,
    ...searchColumns(searched),
    account_id: account.id,
    guid: linkIdentifier(now),
    title: order.title ?? "",
    source: order.source,
    currency: order.currency ?? null,
    custom_1: order.custom1 ?? null,
    custom_2: order.custom2 ?? null,
    custom_3: order.custom3 ?? null,
    expires_at: order.expiresAt === undefined ? defaultExpiration(account, now) : order.expiresAt,
    download_limit: order.downloadLimit === undefined ? account.downloadLimitPerItem : order.downloadLimit,
    created_at: order.createdAt,
    deleted_at: null,
  };
}
