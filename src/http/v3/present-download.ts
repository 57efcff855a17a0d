import { z } from "@hono/zod-openapi";
import type { RecordedDownload } from "../../downloads/search.ts";
import { writeInstant } from "../../instants.ts";
import { orNull, shownInstant, shownText } from "./fields.ts";
import { presentOrderId } from "./present-order.ts";

export const downloadSchema = z
  .object({
    id: z.number().int(),
    filename: z.string(),
    product_sku: z.string().openapi({ description: "SKU of the product. Kept after the product is deleted." }),
    order_id: z
      .union([z.number().int(), z.string()])
      .nullable()
      .openapi({
        type: ["integer", "string", "null"],
        description: "ID of the order. Null for a download through the permalink.",
      }),
    order_item_id: z
      .number()
      .int()
      .nullable()
      .openapi({ description: "ID of the order item. Null for a download through the permalink." }),
    ip_address: shownText.openapi({
      description: "IP address of the customer. Null: removed after the days that the account sets.",
    }),
    downloaded_at: shownInstant,
    size_bytes: z.number().int().openapi({ description: "Size of the delivered file in bytes." }),
    user_agent: shownText.openapi({
      description: "User agent of the client, up to 500 characters. Null: none sent, or removed.",
    }),
  })
  .openapi("Download");

/** A recorded download as the answers show it. */
export function presentDownload(download: RecordedDownload): z.output<typeof downloadSchema> {
  return {
    id: download.id,
    filename: download.filename,
    product_sku: download.sku,
    order_id: download.orderId === null ? null : presentOrderId(download.orderId),
    order_item_id: download.orderItemId,
    ip_address: orNull(download.ipAddress),
    downloaded_at: writeInstant(download.downloadedAt),
    size_bytes: download.sizeBytes,
    user_agent: orNull(download.userAgent),
  };
}
