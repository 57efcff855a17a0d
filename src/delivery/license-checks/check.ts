import { recordEvents } from "../../messages/webhooks/record-events.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { type RateLimit, takeTry } from "../../platform/limits/rate-limits.ts";
import {
  countDevices,
  deleteDevice,
  findDevice,
  holdLicenseKey,
  insertDevice,
  mostDevices,
  noteSeen,
} from "../licenses/devices.ts";
import type { LicenseSecrets } from "../licenses/secrets.ts";
import { deviceIdentity } from "./device-identity.ts";
import { type License, licenseById, licensesWithText } from "./find-license.ts";
import { refusalOf, type Verdict, type VerdictCode } from "./verdict.ts";

/** The device that a program asks about. */
export interface AskedDevice {
  /** What the program calls it or, in `validate` and `deactivate` with `isHash`, its keyed hash. */
  id: string;
  isHash?: boolean;
  name: string | null;
}

/** What a program asks. */
export interface LicenseQuestion {
  /** The license key, as the customer has it. */
  key: string;
  /** SKU of the product that the program is; null for any product of the store. */
  sku: string | null;
  device: AskedDevice | null;
}

/** Local and staging sites of a key that take no place. */
export const mostLocalSites = 3;

/** Milliseconds after which a device that asks is noted as seen again. */
const seenEvery = 3_600_000;

/** The same for one that has a new name. */
const renamedEvery = 60_000;

/** Limits how often devices of one license key come, so that a loop fills neither the table nor the store's webhooks. */
const activations: RateLimit = { name: "license-activations", most: 300, milliseconds: 3_600_000 };

/** Thrown for a license key whose devices come and go too often. */
export class TooManyActivations extends Error {
  /** Seconds to wait. */
  readonly seconds = activations.milliseconds / 1000;
}

interface Asked {
  accountId: number;
  secrets: Pick<LicenseSecrets, "hashDevice">;
  question: LicenseQuestion;
  now: Instant;
}

/** Says whether a license is valid, on the device if the question names one. Notes once an hour that the device was seen. */
export async function validate(db: Database, { accountId, secrets, question, now }: Asked): Promise<Verdict> {
  const found = await findLicense(db.read, accountId, question, now);
  if ("verdict" in found) return found.verdict;
  const { license } = found;
  const { used } = await countDevices(db.read, license.id);
  const device = question.device && (await seeDevice(db, license, question.device, { secrets, now }));
  const code = refusalOf(license, now) ?? (device?.wasActive === false ? "not_activated" : "valid");
  return { code, license, devices: { used }, device };
}

/** Whether the license is active on the device, which is then noted as seen. A device that asks often costs no write each time. */
async function seeDevice(
  db: Database,
  { id }: License,
  asked: AskedDevice,
  { secrets, now }: Pick<Asked, "secrets" | "now">,
): Promise<NonNullable<Verdict["device"]>> {
  const hash = hashOf(asked, secrets);
  const device = await findDevice(db.read, id, hash);
  if (!device) return { hash, wasActive: false };
  const every = asked.name === null || asked.name === device.name ? seenEvery : renamedEvery;
  if (now - device.lastSeenAt >= every) await db.write((tx) => noteSeen(tx, device.id, asked.name, now));
  return { hash, wasActive: true };
}

/**
 * Activates a license on the device, which takes one of its places; a device that has one keeps it. Of two devices that
 * want the last place at once, one gets it. Throws `TooManyActivations`.
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
    const license = await holdLicense(tx, accountId, found.license.id);
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

/** Gives the device's place back. Says `not_activated` whether the device had one or not. */
export async function deactivate(db: Database, { accountId, secrets, question, now }: Asked): Promise<Verdict> {
  const found = await findLicense(db.read, accountId, question, now);
  if ("verdict" in found) return found.verdict;
  return db.write(async (tx) => {
    const license = await holdLicense(tx, accountId, found.license.id);
    const hash = hashOf(question.device ?? { id: "", name: null }, secrets);
    const device = await findDevice(tx, license.id, hash);
    if (device) await removeHeldDevice(tx, accountId, license, device.id, now);
    const { used } = await countDevices(tx, license.id);
    const code = refusalOf(license, now) ?? "not_activated";
    return { code, license, devices: { used }, device: { hash, wasActive: device !== null } };
  });
}

/** Removes a device of a license key (row numbers), for its owner or customer; returns whether it was there. */
export async function removeDevice(
  tx: Tx,
  accountId: number,
  { licenseKeyId, id }: { licenseKeyId: number; id: number },
  now: Instant,
): Promise<boolean> {
  const license = await holdLicense(tx, accountId, licenseKeyId);
  return removeHeldDevice(tx, accountId, license, id, now);
}

async function removeHeldDevice(
  tx: Tx,
  accountId: number,
  license: License,
  id: number,
  now: Instant,
): Promise<boolean> {
  const removed = await deleteDevice(tx, license.id, id);
  if (removed) await recordDeviceEvent(tx, accountId, "license.deactivated", license, now);
  return removed;
}

async function findLicense(
  reader: Reader,
  accountId: number,
  { key, sku }: LicenseQuestion,
  now: Instant,
): Promise<{ license: License } | { verdict: Verdict }> {
  // PostgreSQL stores neither, so no key has one.
  const isPossible = key.isWellFormed() && !key.includes("\0");
  const all = isPossible ? await licensesWithText(reader, accountId, key) : [];
  const its = sku === null ? all : all.filter((license) => license.sku === sku);
  // A key that one product has revoked may be valid for another.
  const license = its.find((one) => refusalOf(one, now) === null) ?? its[0];
  if (license) return { license };
  const [other = null] = all;
  return {
    verdict: { code: other ? "wrong_product" : "unknown", license: other, devices: { used: 0 }, device: null },
  };
}

/** Locks the license key, and reads the license as it is then. */
async function holdLicense(tx: Tx, accountId: number, id: number): Promise<License> {
  await holdLicenseKey(tx, id);
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

const hashOf = ({ id, isHash }: AskedDevice, secrets: Pick<LicenseSecrets, "hashDevice">): string =>
  isHash ? id : secrets.hashDevice(deviceIdentity(id).identity);
