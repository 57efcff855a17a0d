import type { Reader, Tx } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { canonicalEmail } from "../../platform/email-address.ts";
import { hashIdentifier, randomIdentifier } from "../../platform/identifiers.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/** How long a device is recognized after the last sign-in there. */
export const deviceMilliseconds = 365 * dayMilliseconds;

/** Maximum number of devices remembered per person, the newest ones. */
const mostDevices = 20;

/** Whether the person with this email has signed in before on the device with this token. */
export async function isDeviceOfEmail(reader: Reader, token: string, email: string, now: Instant): Promise<boolean> {
  const found = await reader
    .selectFrom("devices as device")
    .innerJoin("users as user", "user.id", "device.user_id")
    .select("device.user_id")
    .where("device.token_hash", "=", hashIdentifier(token))
    .where("device.signed_in_at", ">", instant(now - deviceMilliseconds))
    .where("user.email", "=", canonicalEmail(email))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether this person has signed in before on the device with this token. */
export async function isDeviceOf(reader: Reader, token: string, userId: string, now: Instant): Promise<boolean> {
  const found = await reader
    .selectFrom("devices")
    .select("user_id")
    .where("token_hash", "=", hashIdentifier(token))
    .where("user_id", "=", userId)
    .where("signed_in_at", ">", instant(now - deviceMilliseconds))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Remembers that the person has signed in on a device, and returns the device's new token. Its previous token is no
 * longer valid. Other people who share the device stay recognized there.
 */
export async function rememberDevice(
  tx: Tx,
  { userId, token }: { userId: string; token: string | null },
  now: Instant,
): Promise<string> {
  const renewed = randomIdentifier();
  const token_hash = hashIdentifier(renewed);
  if (token !== null) {
    await tx.updateTable("devices").set({ token_hash }).where("token_hash", "=", hashIdentifier(token)).execute();
  }
  await tx
    .insertInto("devices")
    .values({ token_hash, user_id: userId, signed_in_at: now })
    .onConflict((conflict) => conflict.columns(["token_hash", "user_id"]).doUpdateSet({ signed_in_at: now }))
    .execute();
  await tx
    .deleteFrom("devices")
    .where("user_id", "=", userId)
    .where("token_hash", "not in", (query) =>
      query
        .selectFrom("devices")
        .select("token_hash")
        .where("user_id", "=", userId)
        .orderBy("signed_in_at", "desc")
        .limit(mostDevices),
    )
    .execute();
  return renewed;
}

/** Forgets the person's devices, except the one with the token `except`. */
export async function forgetDevices(tx: Tx, userId: string, except: string | null = null): Promise<void> {
  await tx
    .deleteFrom("devices")
    .where("user_id", "=", userId)
    .$if(except !== null, (query) => query.where("token_hash", "<>", hashIdentifier(except ?? "")))
    .execute();
}

/** Removes at most `most` devices that are no longer recognized. Returns whether there may be more. */
export async function removeOldDevices(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const before = instant(now - deviceMilliseconds);
  const old = await tx
    .selectFrom("devices")
    .select("token_hash as hash")
    .where("signed_in_at", "<=", before)
    .orderBy("signed_in_at")
    .limit(most)
    .execute();
  const hashes = old.map(({ hash }) => hash);
  if (hashes.length > 0) {
    // Several people may share one token, and others may have signed in since.
    await tx.deleteFrom("devices").where("token_hash", "in", hashes).where("signed_in_at", "<=", before).execute();
  }
  return hashes.length === most;
}
