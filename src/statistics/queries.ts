import type { Reader } from "../database/database.ts";

export interface Totals {
  orders: number;
  downloads: number;
  bytes: number;
  emails: number;
}

export interface DayTotals extends Totals {
  /** Days since 1970-01-01 in UTC. */
  day: number;
}

export interface ProductTotals {
  productId: number;
  sku: string;
  name: string;
  orders: number;
  downloads: number;
  bytes: number;
}

/** What happened in an account on each UTC day from `from` to `to`, both included; days without anything are left out. */
export async function totalsByDay(
  reader: Reader,
  accountId: number,
  { from, to }: { from: number; to: number },
): Promise<DayTotals[]> {
  const accountDays = await reader
    .selectFrom("account_days")
    .select(["day", "orders", "emails"])
    .where("account_id", "=", accountId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
  const productDays = await reader
    .selectFrom("product_days")
    .select(({ fn }) => ["day", fn.sum<number>("downloads").as("downloads"), fn.sum<number>("bytes").as("bytes")])
    .where("account_id", "=", accountId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy("day")
    .execute();
  const days = new Map<number, DayTotals>();
  for (const { day } of [...accountDays, ...productDays]) {
    days.set(day, { day, orders: 0, downloads: 0, bytes: 0, emails: 0 });
  }
  for (const { day, ...counted } of [...accountDays, ...productDays]) Object.assign(days.get(day) ?? {}, counted);
  return [...days.values()].sort((one, other) => one.day - other.day);
}

/** What happened with each product from day `from` to day `to`, both included; the most downloaded first. */
export function totalsByProduct(
  reader: Reader,
  accountId: number,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<ProductTotals[]> {
  return reader
    .selectFrom("product_days as day")
    .innerJoin("products as product", "product.id", "day.product_id")
    .select(["day.product_id as productId", "product.sku", "product.name"])
    .select(({ fn }) => [
      fn.sum<number>("day.orders").as("orders"),
      fn.sum<number>("day.downloads").as("downloads"),
      fn.sum<number>("day.bytes").as("bytes"),
    ])
    .where("day.account_id", "=", accountId)
    .where("day.day", ">=", from)
    .where("day.day", "<=", to)
    .groupBy(["day.product_id", "product.sku", "product.name"])
    .orderBy("downloads", "desc")
    .orderBy("orders", "desc")
    .orderBy("day.product_id")
    .limit(limit)
    .execute();
}
