import { encryptedSecondFactors } from "../../access/people/encrypted-second-factors.ts";
import { encryptedRuns } from "../../data/moving/runs.ts";
import { encryptedLicenseSecrets } from "../../delivery/licenses/secrets.ts";
import { encryptedMailServers } from "../../messages/mail/transport/mail-server.ts";
import { encryptedEndpoints, encryptedPayloads } from "../../messages/webhooks/encrypted.ts";
import type { Database, Reader } from "../../platform/database/database.ts";
import type { EncryptedColumns } from "../../platform/database/encrypted-columns.ts";
import type { Encryption } from "../../platform/vault.ts";
import { encryptedConnections } from "../../shops/connections/encrypted.ts";
import { encryptedHooks } from "../../shops/mail-reports/encrypted.ts";
import { encryptedTokens } from "../../store/accounts/credentials.ts";
import { encryptedAnswers } from "../../store/idempotency/keyed-answers.ts";

/** The few rows that every start checks. There are too many others, or their owners see the loss themselves. */
const lookedAt = ({ vault, signInSecrets }: Encryption) => ({
  connections: encryptedConnections(vault),
  secondFactors: encryptedSecondFactors(signInSecrets),
  tokens: encryptedTokens(vault),
});

/**
 * Every encrypted column of the database. Those that every start checks come last, so that an interrupted run is
 * noticed: while they need the old secret, a server does not start without it.
 */
export const encryptedColumnsOf = (encryption: Encryption) => ({
  answers: encryptedAnswers(encryption.vault),
  payloads: encryptedPayloads(encryption.vault),
  endpoints: encryptedEndpoints(encryption.vault),
  hooks: encryptedHooks(encryption.vault),
  mailServers: encryptedMailServers(encryption.vault),
  licenses: encryptedLicenseSecrets(encryption.vault),
  runs: encryptedRuns(encryption.vault),
  ...lookedAt(encryption),
});

/** False if an API token, a second factor or a connection's secret was encrypted with another secret. */
export async function opensEverything(reader: Reader, encryption: Encryption): Promise<boolean> {
  for (const one of Object.values(lookedAt(encryption))) if (!(await one.opens(reader))) return false;
  return true;
}

/** Whether anything is not encrypted with the current secret. */
export async function hasOutdatedSecrets(reader: Reader, encryption: Encryption): Promise<boolean> {
  for (const one of Object.values(encryptedColumnsOf(encryption))) {
    for await (const _ of one.outdated(reader)) return true;
  }
  return false;
}

type Columns = ReturnType<typeof encryptedColumnsOf>;
type Told = { [Name in keyof Columns]: Columns[Name] extends EncryptedColumns<infer Lost> ? Lost[] : never };

/** Gives up everything that the secrets cannot decrypt. Returns messages about the losses. */
export async function giveUpLost(db: Database, encryption: Encryption): Promise<Told> {
  const told: Record<string, unknown[]> = {};
  for (const [name, one] of Object.entries(encryptedColumnsOf(encryption))) told[name] = await one.giveUpLost(db);
  return told as Told;
}
