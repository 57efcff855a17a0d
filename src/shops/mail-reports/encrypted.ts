import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import type { Vault } from "../../platform/vault.ts";

/** Secrets of mail services. If one is lost, it has to be entered again. */
export const encryptedHooks = (vault: Vault) =>
  encryptedColumns("mail_hooks", vault, {
    columns: ["secret"],
    async giveUp(tx, { id }) {
      await tx.updateTable("mail_hooks").set({ secret: null }).where("id", "=", id).execute();
    },
  });
