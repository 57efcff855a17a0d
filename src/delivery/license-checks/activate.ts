import { recordEvents } from "../../messages/webhooks/record-events.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import type { Instant } from "../../platform/instants.ts";
import { type RateLimit, takeTry } from "../../platform/limits/rate-limits.ts";
import {
  countDevices,
  deleteDevice,
  findDevice,
  insertDevice,
  lockLicenseKey,
  mostDevices,
} from "../licenses/devices.ts";
import { deviceIdentity } from "./device-identity.ts";
import { type License, licenseById } from "./find-license.ts";
import { type Asked, findLicense, hashOf, seeDevice } from "./validate.ts";
import { refusalOf, type Verdict, type VerdictCode } from "./verdict.ts";

/** Maximum number of local and staging sites of a key that take no place. */
export const mostLocalSites = 3;

/** Limits how often devices of one license key activate, so that a loop fills neither the table nor the store's webhooks. */
const activations: RateLimit = { name: "license-activations", most: 300, milliseconds: hourMilliseconds };

/** Thrown if devices of a license key are activated and removed too often. */
export class TooManyActivations extends Error {
  /** Seconds to wait. */
  readonly seconds = activations.milliseconds / 1000;
}

/**
 * Activates a license on the device, which takes one of its places. A device that has a place keeps it. If two devices want the
 * last place at once, one of them gets it. Throws `TooManyActivations`.
 */
export async function activate(db: Database, { accountId, secrets, question, now }: Asked): Promise<Verdict> {
  const found = await findLicense(db.read, accountId, question, now);
  if ("verdict" in found) return found.verdict;
  const { used } = await countDevices(db.read, found.license.id);
  const asked = question.device ?? { id: "", name: null };
  if (refusalOf(found.license, now) === null) {
    const device = await seeDevice(db, found.license, asked, { secrets, now });
    if (device.wasActive) return { code: "valid", license: found.license, devices: { used }, device };
  }
  return db.write(async (tx) => {
    const license = await lockLicense(tx, accountId, found.license.id);
    const counts = await countDevices(tx, license.id);
    const device = deviceIdentity(asked.id);
    const deviceHash = secrets.hashDevice(device.identity);
    const known = await findDevice(tx, license.id, deviceHash);
    const verdict = (code: VerdictCode, used = counts.used): Verdict => ({
      code,
      license,
      devices: { used },
      device: { hash: deviceHash, wasActive: known !== null },
    });
    const refusal = refusalOf(license, now);
    if (refusal !== null) return verdict(refusal);
    if (known) return verdict("valid");
    const takesPlace = !device.isLocalSite || counts.free >= mostLocalSites;
    if (takesPlace && counts.used >= (license.deviceLimit ?? mostDevices)) return verdict("too_many_devices");
    await countActivation(tx, license, now);
    const row = { licenseKeyId: license.id, deviceHash, name: question.device?.name ?? "", takesPlace };
    await insertDevice(tx, accountId, row, now);
    await recordDeviceEvent(tx, accountId, "license.activated", license, now);
    return verdict("valid", counts.used + (takesPlace ? 1 : 0));
  });
}

/** Frees the device's place. Returns `not_activated` whether or not the device had a place. */
export async function deactivate(db: Database, { accountId, secrets, question, now }: Asked): Promise<Verdict> {
  const found = await findLicense(db.read, accountId, question, now);
  if ("verdict" in found) return found.verdict;
  return db.write(async (tx) => {
    const license = await lockLicense(tx, accountId, found.license.id);
    const hash = hashOf(question.device ?? { id: "", name: null }, secrets);
    const device = await findDevice(tx, license.id, hash);
    if (device) await removeOf(tx, accountId, license, device.id, now);
    const { used } = await countDevices(tx, license.id);
    const code = refusalOf(license, now) ?? "not_activated";
    return { code, license, devices: { used }, device: { hash, wasActive: device !== null } };
  });
}

/** Removes a device of a license key (row numbers), for its owner or customer. Returns whether it existed. */
export async function removeDevice(
  tx: Tx,
  accountId: number,
  { licenseKeyId, id }: { licenseKeyId: number; id: number },
  now: Instant,
): Promise<boolean> {
  const license = await lockLicense(tx, accountId, licenseKeyId);
  return removeOf(tx, accountId, license, id, now);
}

async function removeOf(tx: Tx, accountId: number, license: License, id: number, now: Instant): Promise<boolean> {
  const removed = await deleteDevice(tx, license.id, id);
  if (removed) await recordDeviceEvent(tx, accountId, "license.deactivated", license, now);
  return removed;
}

/** Locks the license key, and then reads the license. */
async function lockLicense(tx: Tx, accountId: number, id: number): Promise<License> {
  await lockLicenseKey(tx, id);
  const license = await licenseById(tx, accountId, id);
  if (!license) throw new Error("A license disappeared while it was asked for.");
  return license;
}

async function countActivation(tx: Tx, { id }: License, now: Instant): Promise<void> {
  if (!(await takeTry(tx, { limit: activations, subject: String(id) }, now))) throw new TooManyActivations();
}

function recordDeviceEvent(
  tx: Tx,
  accountId: number,
  kind: "license.activated" | "license.deactivated",
  { id, orderId }: License,
  at: Instant,
): Promise<void> {
  return recordEvents(tx, [{ accountId, kind, orderId, subjectId: id, at }]);
}
