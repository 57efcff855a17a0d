import { opensTokens } from "../accounts/accounts.ts";
import { createTokenVault } from "../accounts/credentials.ts";
import type { Config } from "../config.ts";
import type { Reader } from "../database/database.ts";
import { generatedSecret } from "../secret.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, problem } = findingsOf("secret");

/** Whether the installation's secret opens what is encrypted in the database. */
export async function examineSecret(
  read: Reader,
  { secret, data }: Pick<Config, "secret" | "data">,
): Promise<Finding[]> {
  const current = secret ?? (await generatedSecret(data));
  const advice = "Set WAYBILL_SECRET, or restore the file `secret` of the data folder from a backup.";
  if (current === null)
    return [problem("There is no secret, so nobody can sign in and no API token is known.", advice)];
  if (await opensTokens(read, createTokenVault(current))) {
    return [ok("The secret opens what is encrypted in the database.")];
  }
  return [problem("The secret is not the one that this database was created with.", advice)];
}
