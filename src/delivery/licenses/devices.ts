import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { inSlices } from "../../platform/database/slices.ts";
import type { Instant } from "../../platform/instants.ts";

/** Maximum number of devices of a key, even without a limit. No customer has more. */
export const mostDevices = 1_000;

/** A device on which a license key is activated. */
export interface LicenseDevice {
  id: number;
  name: string;
  /** False for a local or staging site that does not count toward the limit. */
  takesPlace: boolean;
  activatedAt: Instant;
  lastSeenAt: Instant;
}

/** How many devices of a license key take a place, and how many do not. */
export interface DeviceCounts {
  used: number;
  free: number;
}

/** The devices of a license key (row number), counted. */
export async function countDevices(reader: Reader, licenseKeyId: number): Promise<DeviceCounts> {
  const rows = await countsOf(reader, { licenseKeyId });
  const countOf = (takesPlace: number) => rows.find((row) => row.takesPlace === takesPlace)?.count ?? 0;
  return { used: countOf(1), free: countOf(0) };
}

const countsOf = prepared<{ licenseKeyId: number }, { takesPlace: number; count: number }>((db, { licenseKeyId }) =>
  db
    .selectFrom("license_devices")
    .select(({ fn }) => ["takes_place as takesPlace", fn.countAll<number>().as("count")])
    .where("license_key_id", "=", licenseKeyId)
    .groupBy("takes_place"),
);

/** The device with this hash; null if the key is not activated on it. */
export async function findDevice(
  reader: Reader,
  licenseKeyId: number,
  deviceHash: string,
): Promise<Pick<LicenseDevice, "id" | "name" | "lastSeenAt"> | null> {
  const [device] = await deviceWithHash(reader, { licenseKeyId, deviceHash });
  return device ?? null;
}

type DeviceKey = { licenseKeyId: number; deviceHash: string };

const deviceWithHash = prepared<DeviceKey, Pick<LicenseDevice, "id" | "name" | "lastSeenAt">>(
  (db, { licenseKeyId, deviceHash }) =>
    db
      .selectFrom("license_devices")
      .select(["id", "name", "last_seen_at as lastSeenAt"])
      .where("license_key_id", "=", licenseKeyId)
      .where("device_hash", "=", deviceHash),
);

/** One page of a license key's devices, in the order of their activation, and their total number. */
export async function listDevices(
  reader: Reader,
  licenseKeyId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ devices: LicenseDevice[]; total: number }> {
  const rows = await deviceRows(reader)
    .where("license_key_id", "=", licenseKeyId)
    .orderBy("id")
    .offset(offset)
    .limit(limit)
    .execute();
  const { used, free } = await countDevices(reader, licenseKeyId);
  return { devices: rows.map(asDevice), total: used + free };
}

/** The devices of these license keys, by the key's row number, at most `most` in all. */
export async function devicesOfKeys(
  reader: Reader,
  licenseKeyIds: number[],
  most: number,
): Promise<Map<number, LicenseDevice[]>> {
  if (licenseKeyIds.length === 0) return new Map();
  const rows = await deviceRows(reader)
    .select("license_key_id as licenseKeyId")
    .where("license_key_id", "in", valueSet(reader, "integer", JSON.stringify(licenseKeyIds)))
    .orderBy("license_key_id")
    .orderBy("id")
    .limit(most)
    .execute();
  const byKey = Map.groupBy(rows, ({ licenseKeyId }) => licenseKeyId);
  return new Map([...byKey].map(([id, its]) => [id, its.map(asDevice)]));
}

const deviceRows = (reader: Reader) =>
  reader
    .selectFrom("license_devices")
    .select(["id", "name", "takes_place as takesPlace"])
    .select(["activated_at as activatedAt", "last_seen_at as lastSeenAt"]);

const asDevice = ({
  id,
  name,
  takesPlace,
  activatedAt,
  lastSeenAt,
}: Omit<LicenseDevice, "takesPlace"> & { takesPlace: number }) => ({
  id,
  name,
  takesPlace: takesPlace === 1,
  activatedAt,
  lastSeenAt,
});

/** Locks the license key (row number) until the transaction ends, so that its devices change one after another. */
export async function lockLicenseKey(tx: Tx, id: number): Promise<void> {
  await lockRows(tx, "license_keys").where("id", "=", id).execute();
}

/** Adds a device. The caller has locked the license key. */
export async function insertDevice(
  tx: Tx,
  accountId: number,
  { licenseKeyId, deviceHash, name, takesPlace }: DeviceKey & { name: string; takesPlace: boolean },
  now: Instant,
): Promise<void> {
  await tx
    .insertInto("license_devices")
    .values({
      account_id: accountId,
      license_key_id: licenseKeyId,
      device_hash: deviceHash,
      name,
      takes_place: takesPlace ? 1 : 0,
      activated_at: now,
      last_seen_at: now,
    })
    .execute();
}

/** A device that was activated elsewhere. */
export interface ImportedDevice {
  deviceHash: string;
  name: string;
  takesPlace: boolean;
}

/** Adds devices to the product's license keys, given with each key's text. The caller has just inserted the keys. */
export async function insertDevices(
  tx: Tx,
  accountId: number,
  { productId, devices }: { productId: number; devices: Map<string, ImportedDevice[]> },
  now: Instant,
): Promise<void> {
  const keys = await tx
    .selectFrom("license_keys")
    .select(["id", "key"])
    .where("product_id", "=", productId)
    .where("key", "in", valueSet(tx, "text", JSON.stringify([...devices.keys()])))
    .execute();
  const rows = keys.flatMap(({ id, key }) =>
    (devices.get(key) ?? []).map(({ deviceHash, name, takesPlace }) => ({
      account_id: accountId,
      license_key_id: id,
      device_hash: deviceHash,
      name,
      takes_place: takesPlace ? 1 : 0,
      activated_at: now,
      last_seen_at: now,
    })),
  );
  await inSlices(rows, (slice) => tx.insertInto("license_devices").values(slice).execute());
}

/** Records that the device has asked, and its name if the program gives one. */
export async function noteSeen(tx: Tx, id: number, name: string | null, now: Instant): Promise<void> {
  await tx
    .updateTable("license_devices")
    .set({ last_seen_at: now, ...(name === null ? {} : { name }) })
    .where("id", "=", id)
    .execute();
}

/** Removes a device of a license key; returns whether it existed. */
export async function deleteDevice(tx: Tx, licenseKeyId: number, id: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom("license_devices")
    .where("id", "=", id)
    .where("license_key_id", "=", licenseKeyId)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}

/** Deletes the devices of all license keys of these orders (row numbers). */
export async function forgetDevicesOfOrders(tx: Tx, orderIds: number[]): Promise<void> {
  await deleteOfOrders(tx, { ids: JSON.stringify(orderIds) });
}

/** Crosses domains: items lead from orders to keys. */
const deleteOfOrders = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("license_devices").where("license_key_id", "in", ({ selectFrom }) =>
    selectFrom("license_keys as key")
      .innerJoin("order_items as item", "item.id", "key.order_item_id")
      .select("key.id")
      .where("item.order_id", "in", valueSet(db, "integer", ids)),
  ),
);
