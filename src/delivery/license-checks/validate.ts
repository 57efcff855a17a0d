import type { Database, Reader } from "../../platform/database/database.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import type { Instant } from "../../platform/instants.ts";
import { countDevices, findDevice, noteSeen } from "../licenses/devices.ts";
import type { LicenseSecrets } from "../licenses/secrets.ts";
import { deviceIdentity } from "./device-identity.ts";
import { type License, licensesWithText } from "./find-license.ts";
import { refusalOf, type Verdict } from "./verdict.ts";

/** The device that a program asks about. */
export interface AskedDevice {
  /** The program's name for the device; in `validate` and `deactivate` with `isHash`, its keyed hash. */
  id: string;
  isHash?: boolean;
  name: string | null;
}

/** A program's question about a license. */
export interface LicenseQuestion {
  /** The license key, as the customer has it. */
  key: string;
  /** SKU of the program's product; null for any product of the store. */
  sku: string | null;
  device: AskedDevice | null;
}

/** Milliseconds between two records that a device was seen. */
const seenEvery = hourMilliseconds;

/** The same for a device that has a new name. */
const renamedEvery = 60_000;

export interface Asked {
  accountId: number;
  secrets: Pick<LicenseSecrets, "hashDevice">;
  question: LicenseQuestion;
  now: Instant;
}

/** Returns whether a license is valid, on the device if the question names one. Records once an hour that the device was seen. */
export async function validate(db: Database, { accountId, secrets, question, now }: Asked): Promise<Verdict> {
  const found = await findLicense(db.read, accountId, question, now);
  if ("verdict" in found) return found.verdict;
  const { license } = found;
  const { used } = await countDevices(db.read, license.id);
  const device = question.device && (await seeDevice(db, license, question.device, { secrets, now }));
  const code = refusalOf(license, now) ?? (device?.wasActive === false ? "not_activated" : "valid");
  return { code, license, devices: { used }, device };
}

/**
 * Whether the license is active on the device. If so, records that the device was seen, but not for every question of a device
 * that asks often.
 */
export async function seeDevice(
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

/** The license that a program asks about, or why there is none. Prefers a valid one. */
export async function findLicense(
  reader: Reader,
  accountId: number,
  { key, sku }: LicenseQuestion,
  now: Instant,
): Promise<{ license: License } | { verdict: Verdict }> {
  // PostgreSQL cannot store half characters and NUL, so no key has one.
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

/** The keyed hash under which the device is stored. */
export const hashOf = ({ id, isHash }: AskedDevice, secrets: Pick<LicenseSecrets, "hashDevice">): string =>
  isHash ? id : secrets.hashDevice(deviceIdentity(id).identity);
