import type { Config } from "../../config/config.ts";
import { generatedSecret } from "../../config/secret.ts";
import type { Reader } from "../../platform/database/database.ts";
import { createEncryption } from "../../platform/vault.ts";
import { hasOutdatedSecrets, opensEverything } from "../housekeeping/encrypted.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("secret");

/** Whether the installation's secrets open what is encrypted in the database. */
export async function examineSecret(
  read: Reader,
  { secret, secretOld: old, data }: Pick<Config, "secret" | "secretOld" | "data">,
): Promise<Finding[]> {
  const current = secret ?? (await generatedSecret(data));
  const advice = "Set WAYBILL_SECRET, or restore the file `secret` of the data folder from a backup.";
  if (current === null)
    return [problem("There is no secret, so nobody can sign in and no API token is known.", advice)];
  const encryption = createEncryption({ current, old });
  if (!(await opensEverything(read, encryption))) {
    const change = "If it was changed, set WAYBILL_SECRET_OLD to the one before.";
    return [problem("The secret is not the one that this database was created with.", `${advice} ${change}`)];
  }
  if (old === null) return [ok("The secret opens what is encrypted in the database.")];
  if (await hasOutdatedSecrets(read, encryption)) {
    const wait = "Keep both until it has: the log and this command say so.";
    return [warning("The server has not yet encrypted everything with the new secret.", wait)];
  }
  const remove =
    "Remove WAYBILL_SECRET_OLD seven days after the change. If it goes sooner, people who are signed in may have to sign in again.";
  return [warning("Everything is encrypted with the new secret, and nothing needs the old one any more.", remove)];
}
