import type { Tx } from "../platform/database/database.ts";
import { instantNow } from "../platform/instants.ts";
import { type NewActivity, recordActivity } from "../store/activity/activities.ts";

/** What a command changes in an account. */
export type CommandChange = Pick<NewActivity, "kind" | "subject" | "fields">;

/** Records a change by the command line in the account's activity log. Call in the transaction of the change. */
export async function recordCommand(tx: Tx, accountId: number, change: CommandChange): Promise<void> {
  await recordActivity(tx, accountId, { ...change, actor: { type: "command_line" }, ipAddress: "", at: instantNow() });
}
