import type { Product } from "../../delivery/catalog/queries.ts";
import { type License, licenseById } from "../../delivery/license-checks/find-license.ts";
import { validate } from "../../delivery/license-checks/validate.ts";
import type { VerdictCode } from "../../delivery/license-checks/verdict.ts";
import { licenseKeyOfToken } from "../../delivery/licenses/secrets.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Asker, askLicense } from "../licenses/ask.ts";
import { longestQuestion, storedForm } from "../licenses/question.ts";

/** Thrown for a program that gets no updates. */
export class UpdateRefused extends Error {
  constructor(
    readonly status: 401 | 403 | 503,
    sentence: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(sentence);
  }
}

/**
 * The license with which a program gets the product's updates: by the key in its header, or a token in the address.
 * Throws `UpdateRefused`, and `TooManyGuesses` as other questions about licenses do.
 */
export async function licensedProgram(
  db: Database,
  asker: Asker,
  { sku }: Pick<Product, "sku">,
  { headers, token }: { headers: Headers; token: string | null },
): Promise<License> {
  const key = token === null ? keyIn(headers) : await keyOfToken(db, asker, token);
  if (key === null) {
    const sentence = "Send the license key as “Authorization: Bearer KEY”.";
    throw new UpdateRefused(401, sentence, { "www-authenticate": "Bearer" });
  }
  const { code, license } = await askLicense(db, asker, validate, { key, sku, device: null });
  if (code === "valid" && license) return license;
  throw refused(code);
}

function refused(code: VerdictCode): UpdateRefused {
  if (code === "revoked") return new UpdateRefused(403, "This license key has been revoked.");
  if (code === "on_hold") return new UpdateRefused(403, "The order of this license key is on hold.");
  if (code === "expired") return new UpdateRefused(403, "The access that this license key came with has ended.");
  const headers = { "www-authenticate": 'Bearer error="invalid_token"' };
  return new UpdateRefused(401, "This is not a license key of this product.", headers);
}

/** For versions released after a license's updates ended. */
export const updatesEnded = (): UpdateRefused =>
  new UpdateRefused(403, "The updates that this license key came with ended before this was released.");

/** Throws `UpdateRefused` for a token that the store has not made, or whose key belongs to no order. */
async function keyOfToken(db: Database, { account, secrets }: Asker, token: string): Promise<string> {
  const id = licenseKeyOfToken(secrets, token);
  const license = id === null ? null : await licenseById(db.read, account.id, id);
  if (!license) throw refused("unknown");
  return license.key;
}

/** Null if there is none. Programs send UTF-8, which the runtime reads as Latin-1. */
function keyIn(headers: Headers): string | null {
  const [, sent = ""] = /^Bearer +(.*)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const key = storedForm(Buffer.from(sent.slice(0, longestQuestion), "latin1").toString("utf8"));
  return key === "" ? null : key;
}
