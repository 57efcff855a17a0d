import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { type RateLimit, takeTry } from "../../platform/limits/rate-limits.ts";
import type { LicenseDevice } from "../licenses/devices.ts";
import { removeDevice } from "./activate.ts";

/** A device of a license that an order has, as its customer sees it. */
export interface OrderDevice extends LicenseDevice {
  licenseKeyId: number;
  key: string;
  productName: string;
}

/** Maximum number of devices to show. */
const mostShown = 200;

/** How often customers can free places of a license key themselves. More often looks as if the key were passed around. */
/** Devices that a customer can remove in 30 days. */
export const mostRemovals = 5;

const removals: RateLimit = {
  name: "license-devices-removed",
  most: mostRemovals,
  milliseconds: 30 * dayMilliseconds,
};

/**
 * The devices of an order's licenses, by product and activation. Leaves out replaced keys, and items that were removed or
 * revoked.
 */
export async function devicesOfOrder(reader: Reader, accountId: number, orderGuid: string): Promise<OrderDevice[]> {
  const rows = await ofOrder(reader, { accountId, orderGuid });
  return rows.map((row) => ({ ...row, takesPlace: row.takesPlace === 1 }));
}

type OrderDeviceRow = Omit<OrderDevice, "takesPlace"> & { takesPlace: number };

/** Crosses domains: devices are shown with the names of their products. */
const ofOrder = prepared<{ accountId: number; orderGuid: string }, OrderDeviceRow>((db, { accountId, orderGuid }) =>
  db
    .selectFrom("orders as order")
    .innerJoin("order_items as item", "item.order_id", "order.id")
    .innerJoin("license_keys as key", "key.order_item_id", "item.id")
    .innerJoin("license_devices as device", "device.license_key_id", "key.id")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select(["device.id", "device.name", "device.takes_place as takesPlace"])
    .select(["device.activated_at as activatedAt", "device.last_seen_at as lastSeenAt"])
    .select(["key.id as licenseKeyId", "key.key", "product.name as productName"])
    .where("order.account_id", "=", accountId)
    .where("order.guid", "=", orderGuid)
    .where("order.deleted_at", "is", null)
    .where("item.removed_at", "is", null)
    .where("item.revoked_at", "is", null)
    .where("key.replaced_at", "is", null)
    .orderBy("item.id")
    .orderBy("device.id")
    .limit(mostShown),
);

/**
 * Removes a device for the customer of the order. Returns false, and removes nothing, if the customer has removed too many of
 * the license key within 30 days. Throws `not_found` if no license of the order has the device.
 */
export async function removeDeviceOfOrder(
  tx: Tx,
  accountId: number,
  { orderGuid, id }: { orderGuid: string; id: number },
  now: Instant,
): Promise<boolean> {
  const device = (await devicesOfOrder(tx, accountId, orderGuid)).find((one) => one.id === id);
  if (!device) throw new DomainError("not_found", "This device is not activated any more.");
  const { licenseKeyId } = device;
  if (!(await takeTry(tx, { limit: removals, subject: String(licenseKeyId) }, now))) return false;
  await removeDevice(tx, accountId, { licenseKeyId, id }, now);
  return true;
}
