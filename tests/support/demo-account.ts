import { createAccountWithOwner } from "../../src/access/people/owner.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { instantNow } from "../../src/platform/instants.ts";
import { createVault } from "../../src/platform/vault.ts";

/** The secret of installations that tests begin with (`WAYBILL_SECRET`). */
export const secret = "the-secret-of-installations-under-test-0001";

/** What the first start would have printed. */
export const demo = {
  credentials: { key: "Demo_key_of_tests-0123456789", token: "Demo_token_of_tests-0123456789" },
  owner: { email: "owner@demo.example", password: "Demo_password_0123456" },
};

/** Makes the account that the first start makes, in the same way, but with credentials that tests know. */
export async function createDemoAccount(db: Database): Promise<void> {
  const { key: apiKey, token: apiToken } = demo.credentials;
  const passwordHash = await quickHash(demo.owner.password);
  const input = { handle: "demo", name: "Demo Store", apiKey, apiToken, passwordHash };
  await db.write((tx) => createAccountWithOwner(tx, createVault({ current: secret, old: null }), input, instantNow()));
}

/** One that takes a hundredth of the time to check: the service reads from a hash what it costs. */
export function quickHash(password: string): Promise<string> {
  return Bun.password.hash(password, { algorithm: "argon2id", memoryCost: 64, timeCost: 1 });
}
