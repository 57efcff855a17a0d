import { z } from "@hono/zod-openapi";
import { exampleItem, orderItemSchema } from "./order-item-schemas.ts";
import { exampleOrder, orderSchema } from "./order-schemas.ts";
import type { PresentedOrder } from "./present-order.ts";

const itemFields = ["id", "item_id", "item_sku", "product_name", "quantity", "license_keys"] as const;
const orderFields = [
  ...(["id", "recipient_email", "recipient_name", "gift_message", "deliver_at"] as const),
  ...(["created_at", "download_url"] as const),
] as const;

const maskOf = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, true])) as { [Name in Field]: true };

function pick<Whole extends object, Field extends keyof Whole>(
  whole: Whole,
  fields: readonly Field[],
): Pick<Whole, Field> {
  return Object.fromEntries(fields.map((field) => [field, whole[field]])) as Pick<Whole, Field>;
}

/** An order as its recipient may see it: without the buyer's name and address, and without prices. */
export const receivedGiftSchema = orderSchema
  .pick(maskOf(orderFields))
  .extend({
    order_items: z
      .array(
        orderItemSchema.pick(maskOf(itemFields)).openapi("ReceivedItem", { example: pick(exampleItem, itemFields) }),
      )
      .describe("The gift's products."),
  })
  .openapi("ReceivedGift", {
    example: {
      ...pick(exampleOrder, orderFields),
      recipient_email: "bob@example.com",
      order_items: [pick(exampleItem, itemFields)],
    },
  });

export const presentReceivedGift = (order: PresentedOrder): z.output<typeof receivedGiftSchema> => ({
  ...pick(order, orderFields),
  order_items: order.order_items.map((item) => pick(item, itemFields)),
});
