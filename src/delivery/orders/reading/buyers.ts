import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Reader } from "../../../platform/database/database.ts";
import type { Schema } from "../../../platform/database/schema.ts";
import { canonicalEmail } from "../../../platform/email-address.ts";
import type { Instant } from "../../../platform/instants.ts";
import { allowanceInSql } from "../download-allowance.ts";
import { liveOrderedItems } from "../live-rows.ts";

/** Selects the customers who bought a product and can get one of its files (row numbers). */
export interface FileOfBuyers {
  accountId: number;
  productId: number;
  fileId: number;
}

interface WhichBuyers {
  now: Instant;
  /** Whether customers can renew links without asking. If so, orders that have expired or used up the file are included. */
  renewable: boolean;
}

/** An order of the product. */
interface Buyer {
  /** Row numbers. */
  itemId: number;
  orderId: number;
  email: string;
  /** Whether its customer can get the file. */
  isReached: boolean;
}

/**
 * Up to `limit` orders of the product whose items have row numbers below `beforeItem`, newest first. Leaves out deleted
 * ones.
 */
export function nextBuyers(
  reader: Reader,
  file: FileOfBuyers,
  { now, renewable, beforeItem, limit }: WhichBuyers & { beforeItem: number; limit: number },
): Promise<Buyer[]> {
  return withAllowances(reader, file)
    .select(["item.id as itemId", "order.id as orderId", holder.as("email")])
    .select(reached({ now, renewable }).as("isReached"))
    .where("item.id", "<", beforeItem)
    .orderBy("item.id", "desc")
    .limit(limit)
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, isReached: Boolean(row.isReached) })));
}

/** How many addresses these orders have, not counting those of `except` (canonical). Use `db.scan`: there may be many. */
export async function countBuyers(
  reader: Reader,
  file: FileOfBuyers,
  which: WhichBuyers,
  except: SelectQueryBuilder<Schema, "update_opt_outs", { email: string }>,
): Promise<number> {
  const reaching = withAllowances(reader, file).where(reached(which));
  const { count } = await reaching
    .select(sql<number>`count(distinct lower(${holder}))`.as("count"))
    .where(({ not }) => not(hasSpellings))
    .where(sql<boolean>`lower(${holder}) not in ${except}`)
    .executeTakeFirstOrThrow();
  const rows = await reaching.select(holder.as("email")).where(hasSpellings).distinct().execute();
  if (rows.length === 0) return Number(count);
  const unwanted = new Set((await except.execute()).map(({ email }) => canonicalEmail(email)));
  const others = new Set(rows.map(({ email }) => canonicalEmail(email)));
  return Number(count) + others.difference(unwanted).size;
}

/** The person who gets the files: the recipient of a gift, or otherwise the customer. */
const holder = sql<string>`coalesce("order".recipient_email, "order".email)`;

/** When databases compare spellings of an address, they ignore only the case of ASCII letters. */
const hasSpellings = sql<boolean>`(octet_length(${holder}) <> length(${holder}) or lower(${holder}) like '%xn--%')`;

/** The row number after the product's last order item. */
export async function endOfItems(reader: Reader, { accountId, productId }: FileOfBuyers): Promise<number> {
  const last = await liveOrderedItems(reader)
    .select("item.id")
    .where("item.product_id", "=", productId)
    .where("order.account_id", "=", accountId)
    .orderBy("item.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return (last?.id ?? 0) + 1;
}

/** Crosses domains: how many times a file can be downloaded depends on its size. */
const withAllowances = (reader: Reader, { accountId, productId, fileId }: FileOfBuyers) =>
  liveOrderedItems(reader)
    .innerJoin("files as file", (join) => join.on("file.id", "=", fileId))
    .leftJoin("allowances as allowance", (join) =>
      join.onRef("allowance.order_item_id", "=", "item.id").on("allowance.file_id", "=", fileId),
    )
    .where("item.product_id", "=", productId)
    .where("order.account_id", "=", accountId);

/**
 * For a condition: the order is not a test, delivers, is not a gift that is still to come, and gets the current version; its
 * links work or can be renewed without asking.
 */
function reached({ now, renewable }: WhichBuyers) {
  const delivers = sql<SqlBool>`"order".email <> '' and "order".test = 0 and "order".held_at is null and "order".revoked_at is null and item.revoked_at is null
    and ("order".deliver_at is null or "order".deliver_at <= ${now})
    and (item.updates_until is null or coalesce(file.version_added_at, file.created_at) <= item.updates_until)`;
  if (renewable) return sql<SqlBool>`(${delivers})`;
  return sql<SqlBool>`(${delivers} and ("order".expires_at is null or "order".expires_at > ${now})
    and (${allowanceInSql} is null or coalesce(allowance.taken, 0) < ${allowanceInSql}))`;
}
