import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import type { Vault } from "../../platform/vault.ts";

/** Secrets of connected shops, and access to the shops. If one is lost, all have to be entered again; returns the names. */
export const encryptedConnections = (vault: Vault) =>
  encryptedColumns("connections", vault, {
    columns: ["secret", "old_secret", "access"],
    async giveUp(tx, { id }) {
      const without = tx.updateTable("connections").set({ secret: null, old_secret: null, access: null });
      return (await without.where("id", "=", id).returning("name").executeTakeFirstOrThrow()).name;
    },
  });
