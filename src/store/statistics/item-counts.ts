import type { Reader } from "../../platform/database/database.ts";

/** An order item whose stored count differs from its rows. */
interface WrongItem {
  /** Row number. */
  itemId: number;
  keysAssigned: number;
  /** License keys assigned to the item. */
  keys: number;
  downloadCount: number;
  /** Recorded downloads. For an imported order, it is correct if they are fewer than the count. */
  downloads: number;
}

/** Items per statement. */
const itemsAtOnce = 50;

/** Statements for the newest items, and for samples of all. At most 4,000 items are compared. */
const [newestSteps, sampleSteps] = [40, 40];

/** Compares counts of keys and downloads with their rows: for all order items if there are few, otherwise for a sample. */
export async function compareItems(reader: Reader): Promise<{ compared: number; all: boolean; wrong: WrongItem[] }> {
  const last = await lastItem(reader);
  const seen = new Set<number>();
  const wrong: WrongItem[] = [];
  for (const after of startsOf(last)) {
    for (const item of await comparedItems(reader, after)) {
      if (seen.has(item.itemId)) continue;
      seen.add(item.itemId);
      if (item.keys !== item.keysAssigned || item.downloads > item.downloadCount) wrong.push(item);
    }
  }
  return { compared: seen.size, all: last <= (newestSteps + sampleSteps) * itemsAtOnce, wrong };
}

/** The highest row number of an order item; 0 if there is none. Crosses domains: see `comparedItems`. */
async function lastItem(reader: Reader): Promise<number> {
  const newest = reader.selectFrom("order_items").select("id").orderBy("id", "desc").limit(1);
  return (await newest.executeTakeFirst())?.id ?? 0;
}

/** The numbers after which each statement starts. */
function startsOf(last: number): number[] {
  const steps = newestSteps + sampleSteps;
  const step = (index: number) => index * itemsAtOnce;
  if (last <= steps * itemsAtOnce)
    return Array.from({ length: Math.ceil(last / itemsAtOnce) }, (_, index) => step(index));
  const samples = Array.from({ length: sampleSteps }, (_, index) => Math.floor((last * index) / sampleSteps));
  return [...samples, ...Array.from({ length: newestSteps }, (_, index) => last - step(index + 1))];
}

/** Crosses domains: count and rows must be from the same instant, so one statement reads all. */
function comparedItems(reader: Reader, after: number): Promise<WrongItem[]> {
  return reader
    .selectFrom("order_items as item")
    .select((eb) => [
      "item.id as itemId",
      "item.keys_assigned as keysAssigned",
      eb(
        "item.download_count",
        "+",
        eb.fn.coalesce(
          eb
            .selectFrom("allowances as allowance")
            .select(({ fn }) => fn.sum<number>("allowance.download_count").as("downloads"))
            .whereRef("allowance.order_item_id", "=", "item.id")
            .$asScalar(),
          eb.lit(0),
        ),
      ).as("downloadCount"),
      eb
        .selectFrom("license_keys as key")
        .select(({ fn }) => fn.countAll<number>().as("keys"))
        .whereRef("key.order_item_id", "=", "item.id")
        .where("key.replaced_at", "is", null)
        .$asScalar()
        .$notNull()
        .as("keys"),
      eb
        .selectFrom("downloads as download")
        .select(({ fn }) => fn.countAll<number>().as("downloads"))
        .whereRef("download.order_id", "=", "item.order_id")
        .whereRef("download.order_item_id", "=", "item.id")
        .$asScalar()
        .$notNull()
        .as("downloads"),
    ])
    .where("item.id", ">", after)
    .orderBy("item.id")
    .limit(itemsAtOnce)
    .execute();
}
