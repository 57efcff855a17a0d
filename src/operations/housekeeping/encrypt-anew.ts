import type { Database } from "../../platform/database/database.ts";
import type { Write } from "../../platform/database/encrypted-columns.ts";
import type { Log } from "../../platform/log.ts";
import type { Encryption } from "../../platform/vault.ts";
import { encryptedColumnsOf } from "./encrypted.ts";
import { rest } from "./in-steps.ts";

interface Work extends Encryption {
  db: Database;
  log: Log;
  stopping: AbortSignal;
}

/**
 * Returns a function that re-encrypts values of the old secret with the current one, in small steps. Call it regularly, because a
 * server without the new secret may still write. The log says once that nothing is left, and again whenever there was more. Does
 * not overwrite simultaneous changes. Stops between two steps when told to.
 */
export function createEncryptAnew({ db, log, stopping, ...encryption }: Work): () => Promise<void> {
  let isSaid = false;
  return async () => {
    let anew = 0;
    let failed = 0;
    for (const columns of Object.values(encryptedColumnsOf(encryption))) {
      for await (const batch of columns.outdated(db.scan)) {
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
