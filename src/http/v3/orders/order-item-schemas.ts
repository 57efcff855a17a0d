import { z } from "@hono/zod-openapi";
import { mostDevices } from "../../../delivery/licenses/devices.ts";
import { largestQuantity, mostLines } from "../../../delivery/orders/order-input.ts";
import { keyOmissions } from "../../../delivery/orders/state.ts";
import { itemPath } from "../../../platform/customer-paths.ts";
import type { FieldError } from "../../../platform/errors.ts";
import { giveWay } from "../../../platform/give-way.ts";
import { isUnsetInNew } from "../../../platform/instants.ts";
import { fieldErrors } from "../../problem.ts";
import { created, store } from "../framework/example-store.ts";
import {
  createdAt,
  custom,
  instant,
  notADate,
  shownCustom,
  shownDownloadCount,
  shownId,
  shownInstant,
  shownInteger,
  shownProductId,
  shownProductName,
  shownSku,
  text,
} from "../framework/fields.ts";
import { amount, integer, nullish, optional, sentBack } from "../framework/loose-values.ts";

/** A number is converted to text if it is exact. */
const sku = z
  .union([text(255), z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER).transform(String)], {
    error: "must be text",
  })
  .nullish();
const skuType = { type: ["string", "number", "null"] as ["string", "number", "null"] };

const updatesUntil = (more: string) =>
  nullish(z.union([z.literal("never"), instant], { error: notADate })).openapi({
    type: ["string", "null"],
    format: "date-time",
    description: `Until when the item gets new versions of the product's files. After that, its links and license keys give the newest version that was added by then. never: without end.${more}`,
  });

/** One line of an order. `orderItems` also accepts invalid lines. */
export const orderItemInput = z
  .object({
    item_sku: sku.openapi({ ...skuType, description: "SKU of the product. Must match exactly." }),
    sku: sku.openapi({ ...skuType, description: "Same as `item_sku`." }),
    item_id: nullish(integer(0)).describe("ID of the product, instead of its SKU."),
    quantity: nullish(integer(1, largestQuantity)).describe(
      "Number of units. Default: 1 for a new item; an update keeps the current quantity.",
    ),
    price: nullish(amount).describe("Price of one unit, in the order's currency."),
    downloads_remaining: nullish(integer()).describe(
      "Downloads per file. Default: the limit of the product or the order.",
    ),
    device_limit: nullish(integer(1, mostDevices)).describe(
      "Devices on which each of the item's license keys can be activated at once. Null: the product's `device_limit`.",
    ),
    updates_until: updatesUntil(
      " Default for a new item: the product's `updates_for_days`, from now or from the gift's delivery. Null: that default in a new order, without end in an update.",
    ),
    custom_1: custom,
    custom_2: custom,
    custom_3: custom,
    id: z
      .unknown()
      .optional()
      .openapi({
        type: ["string", "integer", "null"],
        description: "In an order that you send back as you have read it: which item it is.",
      }),
  })
  .openapi("NewOrderItem", {
    example: { item_sku: "MAP-1", quantity: 1, price: 9.5 },
    description: "A line of an order. Skipped without an error if it matches no product.",
  });

/** A line with its errors, which count only if the line matches a product. */
export type OrderLineFields = z.output<typeof orderItemInput> & { wrong: FieldError[] };

function readLine(sent: Record<string, unknown>, isNew: boolean): OrderLineFields {
  const { updates_until: until } = sent;
  // Clients send some dates for one that was never set.
  const isUnset = isNew && typeof until === "string" && isUnsetInNew(until);
  const line = isUnset ? { ...sent, updates_until: undefined } : sent;
  const { success, data, error } = orderItemInput.safeParse(line);
  if (success) return { ...data, wrong: [] };
  const { item_sku, sku, item_id } = orderItemInput.shape;
  return {
    item_sku: item_sku.safeParse(line.item_sku).data,
    sku: sku.safeParse(line.sku).data,
    item_id: item_id.safeParse(line.item_id).data,
    wrong: fieldErrors(error),
  };
}

/** The lines of an order, which may be a new one. Their number is checked first: a list that is too long is not read. */
export const orderItems = ({ isNew }: { isNew: boolean }) =>
  z
    .array(z.unknown(), "must be a list")
    .max(mostLines, `must contain at most ${mostLines} order items`)
    .transform(async (lines, context) => {
      const read: OrderLineFields[] = [];
      for (const [index, line] of lines.entries()) {
        await giveWay();
        if (!isObject(line)) context.addIssue({ code: "custom", path: [index], message: "must be an object" });
        read.push(isObject(line) ? readLine(line, isNew) : { wrong: [] });
      }
      return read;
    });

const isObject = (line: unknown): line is Record<string, unknown> =>
  typeof line === "object" && line !== null && !Array.isArray(line);

/** Per request and file of an order item. */
const mostAdditionalDownloads = 100_000;

/** Changes to an order item. */
export const orderItemChangesInput = z
  .object({
    quantity: optional(integer(1, largestQuantity)).describe(
      "Number of units. Each additional unit gets a license key, or waits for one. Assigned keys stay.",
    ),
    downloads_remaining: optional(integer()).describe("Downloads left for each file, from now on."),
    additional_downloads: optional(integer(1, mostAdditionalDownloads)).describe(
      "Downloads to add for each file, instead of `downloads_remaining`. An item without a limit stays unlimited; its " +
        "`downloads_remaining` is null in the response.",
    ),
    device_limit: nullish(integer(1, mostDevices)).describe(
      "Devices on which each of the item's license keys can be activated at once. Devices that are activated stay. Null: the product's `device_limit`.",
    ),
    updates_until: updatesUntil(" A later time renews the updates. Null: without end."),
    created_at: sentBack(instant).openapi({
      type: "string",
      format: "date-time",
      description:
        "Tells an item that you send back as you have read it, if it is the item's: then the same `downloads_remaining` changes nothing.",
    }),
  })
  .superRefine(({ quantity, downloads_remaining, additional_downloads, device_limit, updates_until }, context) => {
    const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const sent = [quantity, downloads_remaining, additional_downloads, device_limit, updates_until];
    if (sent.every((value) => value === undefined)) {
      issue(
        "downloads_remaining",
        "is required, unless additional_downloads, quantity, device_limit or updates_until is sent",
      );
    }
    if (downloads_remaining !== undefined && additional_downloads !== undefined) {
      issue("additional_downloads", "must not be sent together with downloads_remaining");
    }
  })
  .openapi("OrderItemChanges", { example: { additional_downloads: 2 } });

export const exampleItem = {
  id: 1,
  item_id: 1,
  item_sku: "MAP-1",
  price: 9.5,
  download_count: 1,
  custom_1: null,
  custom_2: null,
  custom_3: null,
  created_at: created,
  product_name: "Map of the south",
  cover_url: `${store}/covers/1/9f86d081884c7d65`,
  quantity: 1,
  has_files: true,
  downloads_remaining: 4,
  download_limit: 5,
  large_file_bytes: 500_000_000,
  large_file_download_limit: 2,
  download_url: store + itemPath("m0VVc3PVnUoUhI5CTgWqlA"),
  license_keys: ["AAAA-BBBB-0001"],
  license_keys_due: 0,
  license_keys_omitted: null,
  device_limit: null,
  updates_until: null,
  bundle_item_id: null,
  revoked_at: null,
};

export const orderItemSchema = z
  .object({
    id: shownId,
    item_id: shownProductId,
    item_sku: shownSku,
    price: z
      .number()
      .nullable()
      .describe(
        "Price of one unit. The average, if the order had lines for the product at different prices. If a total does not divide by its units, such as 10 for 3, the price is rounded to the currency; `total` stays exact.",
      ),
    download_count: shownDownloadCount,
    custom_1: shownCustom,
    custom_2: shownCustom,
    custom_3: shownCustom,
    created_at: createdAt,
    product_name: shownProductName,
    cover_url: z.string().nullable().describe("URL of the product's cover image. Null: none."),
    quantity: shownInteger.describe("Number of units. If the product has license keys, each unit gets one."),
    has_files: z
      .boolean()
      .describe("Whether the product has a file or an external link now. False: there is nothing to download."),
    downloads_remaining: z
      .number()
      .int()
      .nullable()
      .describe("Downloads left: the smallest number among its files. Null: unlimited."),
    download_limit: z
      .number()
      .int()
      .nullable()
      .describe(
        "Downloads per file: the product's limit when the item was added, or else the order's. Null: unlimited. Changes of `downloads_remaining` are not included.",
      ),
    large_file_bytes: z
      .number()
      .int()
      .nullable()
      .describe("Size in bytes from which a file is large, as the product had it when the item was added. Null: none."),
    large_file_download_limit: z
      .number()
      .int()
      .nullable()
      .describe("Downloads per large file. Null: as for all files."),
    download_url: z.string().describe("URL of the item's page for the customer."),
    license_keys: z.array(z.string()).describe("License keys assigned to the item."),
    license_keys_due: z
      .number()
      .int()
      .describe("Number of units still waiting for a license key. 0 for a product without keys, and in a test order."),
    license_keys_omitted: z
      .enum(keyOmissions)
      .nullable()
      .describe(
        "Why units without a license key get none. `test_order`: test orders take no keys. `earlier_order`: the product's first keys were added only for newer orders. `POST order_items/{id}/license_keys` gives an earlier order one. Null: they wait for one, or nothing is missing.",
      ),
    device_limit: shownInteger
      .nullable()
      .describe(
        "Devices on which each of its license keys can be activated at once. Null: the product's `device_limit`.",
      ),
    updates_until: shownInstant
      .nullable()
      .describe(
        "Until when it gets new versions of the product's files. After that, its links and license keys give the newest version that was added by then. Null: without end.",
      ),
    bundle_item_id: shownInteger
      .nullable()
      .describe(
        "ID of the order item of the bundle that brought this one, which then has the price 0 and follows its quantity. Null: the product was ordered by itself.",
      ),
    revoked_at: shownInstant
      .nullable()
      .describe("When the item was revoked, on its own or with its whole order. Null: it is not revoked."),
  })
  .openapi("OrderItem", { example: exampleItem });
