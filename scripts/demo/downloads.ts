import type { Context } from "../../src/context.ts";
import type { Product } from "../../src/delivery/catalog/queries.ts";
import { filesOfProduct } from "../../src/delivery/catalog/queries.ts";
import { orderedFileLink, permalinkFileLink } from "../../src/delivery/downloads/link.ts";
import { recordDownloads } from "../../src/delivery/downloads/record.ts";
import type { Order } from "../../src/delivery/orders/order-columns.ts";
import { withItems } from "../../src/delivery/orders/queries.ts";
import { type Instant, instant } from "../../src/platform/instants.ts";
import type { Customer } from "./people.ts";
import type { Random } from "./random.ts";

const minute = 60_000;
const day = 86_400_000;

interface Visit {
  at: Instant;
  /** Of an order item, or of a product. */
  guid: string;
  ordered: boolean;
  fileId: number;
  customer: Customer;
}

/** What customers fetched of these orders, and through the sampler's permalink, up to `now`. */
export async function fetchFiles(
  { db }: Context,
  random: Random,
  { orders, sampler, now }: { orders: { order: Order; customer: Customer }[]; sampler: Product; now: Instant },
): Promise<void> {
  const visits = [
    ...(await visitsOfOrders(db.read, random, orders)),
    ...(await visitsOfSampler(db.read, random, orders, sampler)),
  ].filter(({ at }) => at < now);
  const store = { id: sampler.accountId, webhookEvents: "" };
  visits.sort((one, other) => one.at - other.at);
  for (let start = 0; start < visits.length; start += 200) {
    await db.write(async (tx) => {
      for (const { at, guid, ordered, fileId, customer } of visits.slice(start, start + 200)) {
        const link = await (ordered ? orderedFileLink : permalinkFileLink)(tx, store, guid, fileId);
        if (link) await recordDownloads(tx, [{ link, client: customer, at }]);
      }
    });
  }
}

async function visitsOfOrders(
  reader: Context["db"]["read"],
  random: Random,
  orders: { order: Order; customer: Customer }[],
): Promise<Visit[]> {
  const complete = await withItems(
    reader,
    orders.map(({ order }) => order),
  );
  const files = new Map<number, Awaited<ReturnType<typeof filesOfProduct>>>();
  const visits: Visit[] = [];
  for (const [index, order] of complete.entries()) {
    const customer = orders[index]?.customer;
    // Some never look at what they have bought.
    if (!customer || random.chance(0.08)) continue;
    const opened = order.createdAt + random.whole(1, 240) * minute;
    for (const item of order.items) {
      const its = files.get(item.productId) ?? (await filesOfProduct(reader, item.productId));
      files.set(item.productId, its);
      for (const file of its) {
        const limit = order.downloadLimit ?? 3;
        const times = random.chance(0.04) ? limit : random.chance(0.88) ? random.whole(1, 2) : 0;
        for (let time = 0; time < times; time++) {
          const at = instant(opened + time * random.whole(1, 40) * 60 * minute + random.whole(0, 20) * minute);
          if (at >= (order.expiresAt ?? Number.POSITIVE_INFINITY)) continue;
          visits.push({ at, guid: item.guid, ordered: true, fileId: file.id, customer });
        }
      }
    }
  }
  return visits;
}

async function visitsOfSampler(
  reader: Context["db"]["read"],
  random: Random,
  orders: { order: Order; customer: Customer }[],
  sampler: Product,
): Promise<Visit[]> {
  const [file] = await filesOfProduct(reader, sampler.id);
  if (!file) return [];
  return orders
    .filter(() => random.chance(0.35))
    .map(({ order, customer }) => ({
      at: instant(order.createdAt - random.whole(0, 3 * day)),
      guid: sampler.guid,
      ordered: false,
      fileId: file.id,
      customer,
    }));
}
