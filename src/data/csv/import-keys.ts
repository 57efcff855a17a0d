import { z } from "zod";
import { productsBySkus } from "../../delivery/catalog/queries.ts";
import { importedDevices } from "../../delivery/license-checks/imported-devices.ts";
import { beginBackfill } from "../../delivery/licenses/backfill.ts";
import { insertKeyRows, type NewKey } from "../../delivery/licenses/change-pool.ts";
import { insertDevices, mostDevices } from "../../delivery/licenses/devices.ts";
import {
  earlierOrdersInWords,
  ordersBeforeFirstKeys,
  type ServedItem,
} from "../../delivery/licenses/earlier-orders.ts";
import { countAssignedIfLacking } from "../../delivery/licenses/items-lacking-keys.ts";
import { readCell } from "../../delivery/licenses/key-problems.ts";
import { lockPools } from "../../delivery/licenses/pool.ts";
import { keysAmong } from "../../delivery/licenses/queries.ts";
import { readKey } from "../../delivery/licenses/read-key-list.ts";
import { liveOrderedItems } from "../../delivery/orders/live-rows.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import { textProblem } from "../../platform/text.ts";
import { withCheck } from "../../platform/zod-check.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { orderId, pastInstant, readCells, sku, text, unlessUnset, weightOf } from "./cells.ts";
import { gumroadKeys } from "./gumroad-export.ts";
import { ChangedMeanwhile, type ImportKind, type Progress, Refusals, repeatedIn } from "./kind.ts";
import { readIds } from "./lists.ts";

type KeyCells = z.output<ReturnType<typeof keyCells>>;
/** An order item that can receive keys, unless its order is a test. */
interface Place {
  id: number;
  productId: number;
  isTest: boolean;
  /** Units without a key, before the rows of the file that were accepted and after them. */
  lackedBefore: number;
  lacking: number;
}

export const keyImport: ImportKind<NewKey> = {
  columns: {
    required: ["product_sku", "key"],
    optional: ["order_id", "assigned_at", "replaced_at", "replaced_reason", "devices"],
    ignored: ["id", "order_item_id", "created_at"],
    alsoCalled: { sku: "product_sku", item_sku: "product_sku", license_key: "key", license: "key" },
    hints: { vendor_id: "use order_id, with the order's ID in Waybill" },
    otherExports: [gumroadKeys],
  },

  async check({ read: reader, scan }, account, rows, { now, progress, secrets }) {
    const accepted: NewKey[] = [];
    const refused = new Refusals();
    const seen = new Map<string, number>();
    const places = new Map<string, Place | null>();
    const cells = keyCells(now);
    await inSlices(
      rows,
      async (slice) => {
        const read = await readCells(cells, slice, refused);
        const products = await productIds(
          reader,
          account.id,
          read.flatMap(({ value }) => value.product_sku ?? []),
        );
        const keys = read.flatMap(({ value }) => value.key ?? []);
        const found = await keysAmong(reader, account.id, keys);
        const known = new Set(found.map(({ productId, key }) => keyName(productId, key)));
        await lookUp(
          reader,
          account.id,
          places,
          read.map(({ value }) => value),
        );
        for (const { row, value, whole } of read) {
          if (value.product_sku === undefined) continue;
          const productId = products.get(value.product_sku);
          if (productId === undefined) {
            refused.add({ row, field: "product_sku", reason: "is unknown: no product has this SKU" });
            continue;
          }
          const reason = keyProblem(productId, value.key, known, seen);
          const place = value.order_id === undefined ? undefined : (places.get(placeName(value)) ?? null);
          const placeReason = place === undefined ? null : placeProblem(place, value);
          if (reason) refused.add({ row, field: "key", reason });
          if (placeReason) refused.add({ row, field: "order_id", reason: placeReason });
          const devicesReason = place === undefined && value.devices !== undefined ? onlyInOrders : null;
          if (devicesReason) refused.add({ row, field: "devices", reason: devicesReason });
          const replacedReason = place === undefined && value.replaced_at !== undefined ? onlyInOrders : null;
          if (replacedReason) refused.add({ row, field: "replaced_at", reason: replacedReason });
          if (reason || placeReason || devicesReason || replacedReason || !whole) continue;
          seen.set(keyName(productId, value.key), row);
          if (place && value.replaced_at === undefined) place.lacking--;
          // A key may have a thousand devices, each hashed.
          if (value.devices) await giveWay();
          accepted.push({
            productId,
            key: value.key,
            orderItemId: place?.id ?? null,
            assignedAt: value.assigned_at,
            replacedAt: value.replaced_at,
            replacedReason: value.replaced_reason ?? "",
            devices: value.devices ? importedDevices(value.devices, await secrets()) : [],
          });
        }
      },
      progress,
      weightOf,
    );
    const stocked = [...new Set(accepted.flatMap((row) => (row.orderItemId === null ? row.productId : [])))];
    return { accepted, refused: refused.list, notes: await earlierOrderNotes(scan, stocked, servedBy(places)) };
  },

  apply: insertKeys,
};

/** The items that get keys of the file. */
const servedBy = (places: Map<string, Place | null>): ServedItem[] =>
  [...places.values()].flatMap((place) =>
    place === null || place.lacking === place.lackedBefore
      ? []
      : [
          {
            id: place.id,
            productId: place.productId,
            keys: place.lackedBefore - place.lacking,
            lacking: place.lacking,
          },
        ],
  );

/** Notes about products that get their first keys, because they may be in a million orders. */
async function earlierOrderNotes(reader: Reader, productIds: number[], served: ServedItem[]): Promise<string[]> {
  const earlier = await ordersBeforeFirstKeys(reader, productIds, served);
  if (earlier.orders === 0) return [];
  const which = `${earlierOrdersInWords(earlier)} ${
    earlier.orders === 1 ? "without a key of its own in this file gets" : "without a key of their own in this file get"
  }`;
  const held = earlier.onHold === 0 ? "" : ", on hold when released";
  return [
    `Products that had no keys get their first ones: ${which} keys too, with an email each${held}. To keep keys for new orders, add the first ones on the product's page.`,
  ];
}

const keyCells = (now: Instant) =>
  z.object({
    product_sku: sku,
    key: z.string({ error: "is required" }).transform((cell, context) => {
      const reading = readKey(cell, readCell);
      if ("key" in reading) return reading.key;
      context.addIssue({ code: "custom", message: reading.problem });
      return z.NEVER;
    }),
    order_id: orderId.optional(),
    assigned_at: unlessUnset(pastInstant(now)),
    replaced_at: unlessUnset(pastInstant(now)),
    replaced_reason: text(255).optional(),
    devices: withCheck(
      z.string().transform((cell) => readIds(cell, mostDevices)),
      devicesProblem,
    ).optional(),
  });

const placeName = ({ order_id, product_sku }: Partial<KeyCells>) => `${order_id}/${product_sku}`;

const keyName = (productId: number, key: string) => `${productId} ${key}`;

function devicesProblem(devices: string[]): string | null {
  if (devices.length > mostDevices) return `must contain at most ${mostDevices} devices`;
  const problems = devices.map((device) => textProblem(device, { shortest: 1, longest: 255 }));
  return problems.find((one) => one !== null) ?? null;
}

function keyProblem(
  productId: number,
  key: string | undefined,
  known: Set<string>,
  seen: Map<string, number>,
): string | null {
  if (key === undefined) return null;
  const name = keyName(productId, key);
  return known.has(name) ? "already exists for this product" : repeatedIn(seen, name);
}

const onlyInOrders = "is only for a key with an order_id";

function placeProblem(place: Place | null, { replaced_at }: Partial<KeyCells>): string | null {
  if (!place) return "does not match an order with this product";
  if (place.isTest) return "belongs to a test order, which takes no license keys";
  return replaced_at !== undefined || place.lacking > 0
    ? null
    : "belongs to an order that already has a key for each unit";
}

async function productIds(reader: Reader, accountId: number, skus: string[]): Promise<Map<string, number>> {
  if (skus.length === 0) return new Map();
  const products = await productsBySkus(reader, accountId, [...new Set(skus)]);
  return new Map(products.map(({ id, sku }) => [sku, id]));
}

/** Looks up the order items that these rows name, and adds them to `known`. */
async function lookUp(
  reader: Reader,
  accountId: number,
  places: Map<string, Place | null>,
  rows: Partial<KeyCells>[],
): Promise<void> {
  const unknown = rows.filter(
    (row) => row.order_id !== undefined && row.product_sku !== undefined && !places.has(placeName(row)),
  );
  const orderIds = [...new Set(unknown.flatMap(({ order_id }) => order_id ?? []))];
  if (orderIds.length === 0) return;
  const items = await liveOrderedItems(reader)
    .select(["item.id", "item.quantity", "item.keys_assigned", "order.public_id", "order.test", "product.sku"])
    .select("item.product_id")
    .where("order.account_id", "=", accountId)
    .where("order.public_id", "in", orderIds)
    .where("product.sku", "in", [...new Set(unknown.flatMap(({ product_sku }) => product_sku ?? []))])
    .execute();
  for (const { id, quantity, keys_assigned, public_id, test, sku, product_id: productId } of items) {
    // An earlier slice may have looked up, and filled, another product of the same order.
    const name = `${public_id}/${sku}`;
    if (places.has(name)) continue;
    const lacking = quantity - keys_assigned;
    places.set(name, { id, productId, isTest: test === 1, lackedBefore: lacking, lacking });
  }
}

/**
 * Adds any number of keys to their pools. Keys that belong to an order go to it without an email. After the import is
 * committed, the others go to waiting order items, oldest first, with an email to each customer. Throws
 * `ChangedMeanwhile`.
 */
async function insertKeys(tx: Tx, account: Account, rows: NewKey[], { now, progress }: Progress): Promise<void> {
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  await lockPools(tx, productIds);
  await inSlices(
    rows,
    async (slice) => {
      if ((await insertKeyRows(tx, account.id, slice, now)) < slice.length) throw new ChangedMeanwhile();
      for (const [productId, keys] of Map.groupBy(slice, (row) => row.productId)) {
        const devices = new Map(keys.filter((row) => row.devices.length > 0).map((row) => [row.key, row.devices]));
        if (devices.size > 0) await insertDevices(tx, account.id, { productId, devices }, now);
      }
      await handOver(tx, slice);
    },
    progress,
    ({ devices }) => 1 + devices.length,
  );
  const stocked = new Set(rows.filter(({ orderItemId }) => orderItemId === null).map(({ productId }) => productId));
  for (const productId of stocked) await beginBackfill(tx, productId);
}

async function handOver(tx: Tx, rows: NewKey[]): Promise<void> {
  const valid = rows.filter(({ replacedAt }) => replacedAt === undefined);
  const byItem = Map.groupBy(valid, ({ orderItemId }) => orderItemId);
  for (const [id, keys] of byItem) {
    if (id === null) continue;
    if (!(await countAssignedIfLacking(tx, id, keys.length))) throw new ChangedMeanwhile();
  }
}
