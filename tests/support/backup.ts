import { join } from "node:path";
import type { Database } from "../../src/platform/database/database.ts";
import { temporaryFolder } from "./cleanup.ts";
import { runCommand } from "./commands.ts";
import type { DatabaseUnderTest } from "./databases.ts";
import { keysNamed, sendOrder } from "./keys.ts";
import type { Product } from "./products.ts";
import { type Service, startService } from "./service.ts";
import { addItem } from "./store.ts";

/** A path for a backup in a new folder. */
export const backupPath = () => join(temporaryFolder(), "waybill.backup");

/** Runs `waybill` with the settings of an installation, in this process. */
export function runOn(target: { folder: string; setting: string }, words: string[], more: Record<string, string> = {}) {
  return runCommand(words, { WAYBILL_DATA: target.folder, WAYBILL_DATABASE: target.setting, ...more });
}

/** Restores a backup to where nothing is yet, and serves it there. */
export async function serveRestored(path: string, target: DatabaseUnderTest): Promise<Service> {
  const { status, stderr } = await runOn(target, ["restore", path]);
  if (status !== 0) throw new Error(stderr);
  return startService({ database: target });
}

/** Orders with keys, and their downloads, sent one after the other until it is stopped. */
export interface Traffic {
  /** What was acknowledged so far: the orders' numbers, and the downloads of each. */
  acknowledged(): { orders: Map<number, number> };
  stop(): Promise<void>;
}

export const trafficFile = "the content of the ordered file";

/** Makes what `startTraffic` orders: a product with a file and more keys than it will need. */
export async function stockForTraffic(service: Service): Promise<Product> {
  const item = await addItem(service, "LOAD", { "ordered.txt": trafficFile });
  const product = item as unknown as Product;
  const response = await service.api(`/api/v3/products/${product.id}/license_keys`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ license_keys: keysNamed("LOAD", 9_999) }),
  });
  if (response.status !== 200 && response.status !== 201) throw new Error(await response.text());
  return product;
}

export function startTraffic(service: Service, product: Product, clients = 2): Traffic {
  const orders = new Map<number, number>();
  let isStopped = false;
  const client = async () => {
    while (!isStopped) {
      const order = await sendOrder(service, { [product.sku]: 2 });
      orders.set(order.id, 0);
      const [item] = order.order_items;
      for (let downloads = 1; downloads <= 2; downloads++) {
        const link = `${new URL(item?.download_url ?? "").pathname}/${product.files[0]?.id}/ordered.txt`;
        const response = await service.get(link);
        if ((await response.text()) !== trafficFile) throw new Error(`A download was answered ${response.status}.`);
        orders.set(order.id, downloads);
      }
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    acknowledged: () => ({ orders: new Map(orders) }),
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Counts of one installation that must agree with each other at any instant. */
export async function countsOf(db: Database) {
  const count = async (table: "orders" | "order_items" | "downloads") => {
    const { n } = await db.read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  const items = await db.read
    .selectFrom("order_items")
    .select(({ fn }) => [
      fn.sum<number>("download_count").as("downloads"),
      fn.sum<number>("keys_assigned").as("keys"),
      fn.sum<number>("quantity").as("units"),
    ])
    .executeTakeFirstOrThrow();
  const taken = await db.read
    .selectFrom("allowances")
    .select(({ fn }) => [fn.sum<number>("taken").as("taken"), fn.sum<number>("download_count").as("downloads")])
    .executeTakeFirstOrThrow();
  const days = await db.read
    .selectFrom("product_days")
    .select(({ fn }) => [fn.sum<number>("orders").as("orders"), fn.sum<number>("downloads").as("downloads")])
    .executeTakeFirstOrThrow();
  const keys = await db.read
    .selectFrom("license_keys")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("assigned_at", "is not", null)
    .executeTakeFirstOrThrow();
  const number = (value: unknown) => Number(value ?? 0);
  return {
    orders: await count("orders"),
    orderItems: await count("order_items"),
    ordersOfDays: number(days.orders),
    downloads: await count("downloads"),
    downloadsOfItems: number(items.downloads) + number(taken.downloads),
    downloadsOfDays: number(days.downloads),
    taken: number(taken.taken),
    keys: number(keys.n),
    keysOfItems: number(items.keys),
    units: number(items.units),
  };
}
