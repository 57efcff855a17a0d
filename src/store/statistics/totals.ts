import type { Reader } from "../../platform/database/database.ts";

export interface Totals {
  orders: number;
  downloads: number;
  bytes: number;
  /** Delivery emails that a mail server accepted. */
  emails: number;
}

export interface DayTotals extends Totals {
  /** Days since 1970-01-01 in UTC. */
  day: number;
}

interface ProductTotals {
  productId: number;
  /** Known even if the product has been deleted. */
  sku: string;
  name: string;
  orders: number;
  downloads: number;
  bytes: number;
}

/** Days since 1970-01-01 in UTC, inclusive. */
interface DayRange {
  from: number;
  to: number;
}

/** An account's totals for every day of the range, including days with none. */
export async function totalsByDay(reader: Reader, accountId: number, range: DayRange): Promise<DayTotals[]> {
  const accountDays = await reader
    .selectFrom("account_days")
    .select(["day", "orders", "emails"])
    .where("account_id", "=", accountId)
    .where("day", ">=", range.from)
    .where("day", "<=", range.to)
    .execute();
  const productDays = await productDaysIn(reader, accountId, range)
    .select(({ fn }) => ["day", fn.sum<number>("downloads").as("downloads"), fn.sum<number>("bytes").as("bytes")])
    .groupBy("day")
    .execute();
  const counted = Map.groupBy([...accountDays, ...productDays], ({ day }) => day);
  return Array.from({ length: range.to - range.from + 1 }, (_, index) => {
    const day = range.from + index;
    return Object.assign({ day, orders: 0, downloads: 0, bytes: 0, emails: 0 }, ...(counted.get(day) ?? []));
  });
}

/**
 * The totals of each product in the range, the most downloaded first. With the cross join, SQLite reads the products
 * one by one, with their days from an index, and does not sort all days first. Crosses domains: the products are listed
 * by their counts.
 */
export function totalsByProduct(
  reader: Reader,
  accountId: number,
  { from, to }: DayRange,
  limit: number,
): Promise<ProductTotals[]> {
  return reader
    .selectFrom("products as product")
    .crossJoin("product_days as counted")
    .select(["product.id as productId", "product.sku", "product.name"])
    .select(({ fn }) => [
      fn.sum<number>("counted.orders").as("orders"),
      fn.sum<number>("counted.downloads").as("downloads"),
      fn.sum<number>("counted.bytes").as("bytes"),
    ])
    .where("product.account_id", "=", accountId)
    .whereRef("counted.product_id", "=", "product.id")
    .where("counted.day", ">=", from)
    .where("counted.day", "<=", to)
    .groupBy("product.id")
    .orderBy("downloads", "desc")
    .orderBy("orders", "desc")
    .orderBy("product.id")
    .limit(limit)
    .execute();
}

function productDaysIn(reader: Reader, accountId: number, { from, to }: DayRange) {
  return reader
    .selectFrom("product_days")
    .where("account_id", "=", accountId)
    .where("day", ">=", from)
    .where("day", "<=", to);
}
