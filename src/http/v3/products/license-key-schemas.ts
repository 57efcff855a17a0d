import { z } from "@hono/zod-openapi";
import { readCell } from "../../../delivery/licenses/key-problems.ts";
import type { LicenseKey } from "../../../delivery/licenses/queries.ts";
import { readKey } from "../../../delivery/licenses/read-key-list.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { shopNumber } from "../../../platform/shops.ts";
import { created } from "../framework/example-store.ts";
import { createdAt, orNull, shownId, shownInstant, shownInteger, shownText } from "../framework/fields.ts";
import { presentOrderId } from "../orders/present-order.ts";

export const licenseKeySchema = z
  .object({
    id: shownId,
    key: z.string().describe("The key itself, as customers see it."),
    product_sku: z.string().describe("SKU of the product."),
    order_id: z
      .union([z.number().int(), z.string()])
      .nullable()
      .openapi({
        type: ["integer", "string", "null"],
        description: "ID of the order that has the key. Null while the key is available.",
      }),
    order_vendor_id: shownText.describe("Your order ID. Null: none."),
    order_shop_number: shownText.describe("Number by which a connected shop knows the order. Null: none."),
    order_item_id: shownInteger
      .nullable()
      .describe("ID of the order item that has the key. Null while the key is available."),
    assigned_at: shownInstant.nullable().describe("When the key was assigned. Null until then."),
    replaced_at: shownInstant.nullable().describe("When another key took its place. Null: it was not replaced."),
    replaced_reason: shownText.describe("Why it was replaced, for the store. Null: none was given."),
    created_at: createdAt,
  })
  .openapi("LicenseKey", {
    example: {
      id: 1,
      key: "AAAA-BBBB-0001",
      product_sku: "MAP-1",
      order_id: 10_000_001,
      order_vendor_id: "M-1001",
      order_shop_number: null,
      order_item_id: 1,
      assigned_at: created,
      replaced_at: null,
      replaced_reason: null,
      created_at: created,
    },
  });

export const notText = { error: "must be text" };

/** A license key in a request, converted to its stored form. */
export const newKey = z.string(notText).transform((entry, context) => {
  const reading = readKey(entry, readCell);
  if ("key" in reading) return reading.key;
  context.addIssue({ code: "custom", message: reading.problem });
  return z.NEVER;
});

export function presentKey(licenseKey: LicenseKey) {
  const { id, key, sku, orderId, vendorId, orderTitle, orderItemId, assignedAt, createdAt } = licenseKey;
  const { replacedAt, replacedReason } = licenseKey;
  return {
    id,
    key,
    product_sku: sku,
    order_id: orderId === null ? null : presentOrderId(orderId),
    order_vendor_id: vendorId,
    order_shop_number: shopNumber({ vendorId, title: orderTitle }),
    order_item_id: orderItemId,
    assigned_at: assignedAt === null ? null : writeInstant(assignedAt),
    replaced_at: replacedAt === null ? null : writeInstant(replacedAt),
    replaced_reason: orNull(replacedReason),
    created_at: writeInstant(createdAt),
  };
}
