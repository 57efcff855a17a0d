import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { addKeptItems } from "./count.ts";

/** Milliseconds between two comparisons, for all servers together; and after one that found an error. */
const usualInterval = hourMilliseconds;
const shortInterval = 60_000;

/** Products per statement. */
const productsAtOnce = 50;

/** A product whose stored number of orders is wrong. */
export interface WrongCount {
  productId: number;
  accountId: number;
  sku: string;
  /** Orders that contain it. */
  held: number;
  /** The stored count. */
  counted: number;
}

/**
 * Compares the number of orders that contain each product with the stored count. Yields differences, a few products at
 * a time.
 */
export async function* wrongOrderCounts(reader: Reader): AsyncGenerator<WrongCount[]> {
  for (let last = 0; ; ) {
    const products = await comparedCounts(reader, last);
    last = products.at(-1)?.productId ?? last;
    yield products.filter(({ held, counted }) => held !== counted);
    if (products.length < productsAtOnce) return;
  }
}

/** Crosses domains: count and rows must be from the same instant, so one statement reads both. */
function comparedCounts(reader: Reader, after: number): Promise<WrongCount[]> {
  return reader
    .selectFrom("products as product")
    .select((eb) => [
      "product.id as productId",
      "product.account_id as accountId",
      "product.sku",
      eb
        .selectFrom("order_items as item")
        .select(({ fn }) => fn.count<number>("item.order_id").distinct().as("items"))
        .whereRef("item.product_id", "=", "product.id")
        .where("item.removed_at", "is", null)
        .$asScalar()
        .$notNull()
        .as("held"),
      eb
        .selectFrom("product_days as days")
        .select(({ cast, fn, val }) =>
          cast<number>(fn.coalesce(fn.sum<number>("days.kept_items"), val(0)), "bigint").as("items"),
        )
        .whereRef("days.product_id", "=", "product.id")
        .$asScalar()
        .$notNull()
        .as("counted"),
    ])
    .where("product.deleted_at", "is", null)
    .where("product.id", ">", after)
    .orderBy("product.id")
    .limit(productsAtOnce)
    .execute();
}

/** Claims the recount if it is due, and returns its number; null otherwise. From then on, older recounts stop correcting. */
export async function beginRecount(db: Pick<Database, "read" | "write">, now: Instant): Promise<number | null> {
  const due = await db.read.selectFrom("recounts").select("run").where("due_at", "<=", now).executeTakeFirst();
  if (!due) return null;
  const begun = await db.write((tx) =>
    tx
      .updateTable("recounts")
      .set(({ eb }) => ({ run: eb("run", "+", 1), due_at: instant(now + usualInterval) }))
      .where("due_at", "<=", now)
      .returning("run")
      .executeTakeFirst(),
  );
  return begun?.run ?? null;
}

/**
 * Adds the missing numbers to the counts. This is right even if orders arrived meanwhile, because each of them changes both the
 * rows and the count. Two corrections would make it wrong, so it does nothing and returns false if a later recount has begun. The
 * next recount follows soon, because a server of an earlier version may be running.
 */
export async function correctOrderCounts(tx: Tx, run: number, wrong: WrongCount[], now: Instant): Promise<boolean> {
  const held = await tx
    .updateTable("recounts")
    .set({ due_at: instant(now + shortInterval) })
    .where("run", "=", run)
    .returning("run")
    .executeTakeFirst();
  if (!held) return false;
  const lacking = wrong.map((one) => ({ ...one, keptItems: one.held - one.counted }));
  await addKeptItems(tx, lacking, now);
  return true;
}
