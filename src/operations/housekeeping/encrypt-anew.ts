import {
  encryptSecondFactorAnew,
  opensSecondFactors,
  outdatedSecondFactors,
} from "../../access/people/encrypted-second-factors.ts";
import { replaceCredentials, runsWithout } from "../../data/moving/encrypted.ts";
import { replaceEncrypted, webhooksWithout } from "../../messages/webhooks/encrypted.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { encryptConnectionAnew, opensConnections, outdatedConnections } from "../../shops/connections/encrypted.ts";
import { hooksWithout, replaceHookSecret } from "../../shops/mail-reports/encrypted.ts";
import { encryptTokenAnew, opensTokens, outdatedTokens } from "../../store/accounts/encrypted-tokens.ts";
import type { Secrets, TokenVault } from "../../store/accounts/token-vault.ts";
import { answersWithout, replaceAnswer } from "../../store/idempotency/answers.ts";
import { rest } from "./in-steps.ts";

interface Encryption {
  vault: TokenVault;
  signInSecrets: Secrets;
}

type Write = (tx: Tx) => Promise<void>;

/** For each value that was not encrypted with the current secret, in batches: encrypts it, and returns what writes it. */
async function* outdated(
  reader: Reader,
  { vault, signInSecrets }: Encryption,
): AsyncGenerator<(() => Promise<Write>)[]> {
  for await (const rows of answersWithout(vault.prefixes[0], reader)) {
    yield rows.map((row) => async () => {
      const anew = vault.encrypt(vault.decrypt(row.answer));
      return (tx) => replaceAnswer(tx, row, anew);
    });
  }
  for await (const rows of outdatedConnections(reader, vault)) {
    yield rows.map((row) => async () => encryptConnectionAnew(vault, row));
  }
  for await (const rows of webhooksWithout(vault.prefixes[0], reader)) {
    yield rows.map((row) => async () => {
      const anew = vault.encrypt(vault.decrypt(row.encrypted));
      return (tx) => replaceEncrypted(tx, row, anew);
    });
  }
  for await (const rows of hooksWithout(vault.prefixes[0], reader)) {
    yield rows.map((row) => async () => {
      const anew = vault.encrypt(vault.decrypt(row.encrypted));
      return (tx) => replaceHookSecret(tx, row, anew);
    });
  }
  for await (const rows of runsWithout(vault.prefixes[0], reader)) {
    yield rows.map((row) => async () => {
      const anew = vault.encrypt(vault.decrypt(row.encrypted));
      return (tx) => replaceCredentials(tx, row, anew);
    });
  }
  for await (const rows of outdatedSecondFactors(reader, signInSecrets)) {
    yield rows.map((row) => () => encryptSecondFactorAnew(signInSecrets, row));
  }
  // Last, because every start looks at them: while one is left, the old secret cannot be left out.
  for await (const rows of outdatedTokens(reader, vault)) {
    yield rows.map((row) => async () => encryptTokenAnew(vault, row));
  }
}

/** False when an API token, a second factor or a secret of a connection was encrypted with a secret that is none of these. */
export async function opensEverything(reader: Reader, { vault, signInSecrets }: Encryption): Promise<boolean> {
  if (!(await opensTokens(reader, vault)) || !(await opensConnections(reader, vault))) return false;
  return opensSecondFactors(reader, signInSecrets);
}

/** Whether anything is not encrypted with the current secret. */
export async function hasOutdatedSecrets(reader: Reader, encryption: Encryption): Promise<boolean> {
  for await (const batch of outdated(reader, encryption)) if (batch.length > 0) return true;
  return false;
}

interface Work extends Encryption {
  db: Database;
  log: Log;
  stopping: AbortSignal;
}

/**
 * Returns a function that encrypts with the current secret what was encrypted with the old one, in small steps. Call it
 * regularly, because a server that does not have the new secret yet may write. The log says once that nothing is left,
 * and again whenever more came. What someone changes meanwhile is theirs. It stops between two steps when told to.
 */
export function createEncryptAnew({ db, log, stopping, ...encryption }: Work): () => Promise<void> {
  let isSaid = false;
  return async () => {
    let anew = 0;
    let failed = 0;
    for await (const batch of outdated(db.scan, encryption)) {
      const writes: Write[] = [];
      for (const encrypt of batch) {
        try {
          writes.push(await encrypt());
        } catch (error) {
          failed += 1;
          log.error({ err: error }, "a value cannot be decrypted with WAYBILL_SECRET or WAYBILL_SECRET_OLD");
        }
      }
      await db.write(async (tx) => {
        for (const write of writes) await write(tx);
      });
      anew += writes.length;
      if (!(await rest(stopping))) return;
    }
    if (failed > 0) {
      log.error({ anew, failed }, "not everything is encrypted with WAYBILL_SECRET; keep WAYBILL_SECRET_OLD");
      return;
    }
    if (isSaid && anew === 0) return;
    isSaid = true;
    const next = "WAYBILL_SECRET_OLD can be removed seven days after the change";
    log.info({ anew }, `everything is encrypted with WAYBILL_SECRET; ${next}`);
  };
}
