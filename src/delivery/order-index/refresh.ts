import { sql } from "kysely";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";
import {
  oldestChangedOrders,
  oldestChangedProduct,
  removeNotes,
  saveReached,
} from "../../store/order-changes/note-changes.ts";
import { ordersOfProduct } from "../orders/queries.ts";
import { refreshEntries } from "./entries.ts";
import { type ExpiredOrder, recordExpired } from "./expired-events.ts";
import { takeTurn } from "./progress.ts";
import { listedSubscriptions } from "./usage.ts";

/** Orders in one transaction. SQLite takes 1.5 ms to remove one from an index of a million texts. */
const ordersAtOnce = 10;

/** Recorded changes in one transaction. Several may be about the same order. */
const notesAtOnce = 200;

/** Orders that one statement marks as expired. */
const expiringAtOnce = 500;

/** Handles the oldest changes, and orders that have expired. Returns whether there may be more. */
export async function refreshChanged(db: Database, now: Instant, most = ordersAtOnce): Promise<boolean> {
  if (!(await isBehind(db, now))) return false;
  // If a crash undoes this, the changes are still recorded, and are handled again.
  await db.writeUnsynced(async (tx) => {
    await takeTurn(tx);
    await expire(tx, now);
    await refreshNoted(tx, now, most);
  });
  return true;
}

async function isBehind({ read }: Database, now: Instant): Promise<boolean> {
  const found = await anyDue(read, { now });
  return found.length > 0;
}

/**
 * A recorded change, or an order that has expired.
 * Crosses domains: one query looks for both.
 */
const anyDue = prepared<{ now: Instant }, { id: number }>((db, { now }) =>
  db
    .selectFrom("order_index_progress")
    .select("id")
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom("order_changes").select("order_changes.id")),
        exists(selectFrom("order_index").select("order_id").where(mayExpire).where("expires_at", "<=", now)),
      ]),
    ),
);

/** Must match the predicate of the partial index `order_index_expiring`. */
const mayExpire = sql<boolean>`expires_at is not null and state not in ('on_hold', 'revoked', 'expired')`;

/** When the next order expires; null if none will. */
export async function nextExpiry(reader: Reader): Promise<Instant | null> {
  const next = reader.selectFrom("order_index").select(({ fn }) => fn.min("expires_at").as("at"));
  return (await next.where(mayExpire).executeTakeFirst())?.at ?? null;
}

/** Marks orders as expired. Nothing else about them has changed. */
async function expire(tx: Tx, now: Instant): Promise<void> {
  const expired = await expireDue(tx, { now });
  if (expired.length === 0) return;
  const ended = await recordExpired(tx, expired, now);
  const ids = JSON.stringify(expired.map(({ id }) => id));
  await expireProducts(tx, { ids });
  await expireUsage(tx, { ids });
  if (ended.length > 0) await endSubscriptions(tx, { ids: JSON.stringify(ended) });
}

const expireProducts = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("order_index_products")
    .set({ state: "expired" })
    .where("order_id", "in", valueSet(db, "integer", ids)),
);

const expireUsage = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("order_index_usage")
    .set({ state: "expired" })
    .where("order_id", "in", valueSet(db, "integer", ids)),
);

const endSubscriptions = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("order_index_usage")
    .set({ usage: listedSubscriptions.ended })
    .where("order_id", "in", valueSet(db, "integer", ids))
    .where("usage", "in", Object.values(listedSubscriptions)),
);

const expireDue = prepared<{ now: Instant }, ExpiredOrder>((db, { now }) =>
  db
    .updateTable("order_index")
    .set({ state: "expired" })
    .where("order_id", "in", (entries) =>
      entries
        .selectFrom("order_index")
        .select("order_id")
        .where(mayExpire)
        .where("expires_at", "<=", now)
        .orderBy("expires_at")
        .limit(sql.lit(expiringAtOnce)),
    )
    .returning(["order_id as id", "account_id as accountId"])
    .returning(({ ref }) => ref("expires_at").$notNull().as("expiresAt")),
);

async function refreshNoted(tx: Tx, now: Instant, most: number): Promise<void> {
  const notes = await oldestChangedOrders(tx, { most: notesAtOnce });
  const ids = new Set<number>();
  for (const { orderId } of notes) if (ids.size < most) ids.add(orderId);
  if (ids.size > 0) {
    await refreshEntries(tx, [...ids], now);
    await removeNotes(
      tx,
      notes.filter(({ orderId }) => ids.has(orderId)).map(({ id }) => id),
    );
    return;
  }
  const [product] = await oldestChangedProduct(tx, {});
  if (!product) return;
  const items = await ordersOfProduct(tx, product.productId, { after: product.reached, limit: most });
  await refreshEntries(tx, [...new Set(items.map(({ orderId }) => orderId))], now);
  const last = items.at(-1);
  if (last && items.length === most) await saveReached(tx, product.id, last.id);
  else await removeNotes(tx, [product.id]);
}
