import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import type { Vault } from "../../platform/vault.ts";
import { newSecret } from "./secrets.ts";

/**
 * Secrets and headers of endpoints. Lost ones are replaced by a new secret and no header. Returns the address, or null for a
 * deleted endpoint.
 */
export const encryptedEndpoints = (vault: Vault) =>
  encryptedColumns("webhook_endpoints", vault, {
    columns: ["secrets", "headers"],
    async giveUp(tx, { id }) {
      const secrets = vault.encrypt(JSON.stringify([newSecret()]));
      const endpoint = tx
        .updateTable("webhook_endpoints")
        .set({ secrets, headers: null, header_names: "[]" })
        .where("id", "=", id);
      const { url, deleted_at } = await endpoint.returning(["url", "deleted_at"]).executeTakeFirstOrThrow();
      return deleted_at === null ? url : null;
    },
  });

/** Payloads with license keys and links; the others are plain JSON. Lost payloads are erased. */
export const encryptedPayloads = (vault: Vault) =>
  encryptedColumns("webhook_deliveries", vault, {
    columns: ["payload"],
    plain: ["{%"],
    async giveUp(tx, { id }) {
      await tx.updateTable("webhook_deliveries").set({ payload: null }).where("id", "=", id).execute();
    },
  });
