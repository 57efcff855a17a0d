import type { Reader } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { liveItems } from "../live-rows.ts";
import type { Delivery } from "./customer-view.ts";

/** Whether the order (row number) still has each of these items, and their products. One query. */
export async function hasAllItems(
  reader: Reader,
  orderId: number,
  { items }: Pick<Delivery, "items">,
): Promise<boolean> {
  const present = new Set((await guidsOf(reader, { orderId })).map(({ guid }) => guid));
  return items.every(({ guid }) => present.has(guid));
}

const guidsOf = prepared<{ orderId: number }, { guid: string }>((db, { orderId }) =>
  liveItems(db).select("item.guid").where("item.order_id", "=", orderId).where("item.revoked_at", "is", null),
);
