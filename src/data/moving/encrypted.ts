import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Vault } from "../../platform/vault.ts";
import { endRun } from "./runs.ts";

/** Key and token of runs that go on. A run that lost them has failed. */
export const encryptedRuns = (vault: Vault) =>
  encryptedColumns("move_runs", vault, {
    columns: ["credentials"],
    async giveUp(tx, { id }) {
      const problem = "Its key and token were lost with the secret of this service. Start again with both.";
      await endRun(tx, id, { state: "failed", problem }, instantNow());
    },
  });
