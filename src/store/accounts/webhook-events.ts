import type { Tx } from "../../platform/database/database.ts";

/**
 * Notes in the account, which every request reads, which events, or families of them, its webhook endpoints want: so a store without endpoints pays
 * nothing for them. `webhooks/record-events.ts` reads the text.
 */
export async function setWebhookEvents(tx: Tx, accountId: number, kinds: Set<string>): Promise<void> {
  const text = kinds.size === 0 ? "" : `,${[...kinds].join(",")},`;
  await tx.updateTable("accounts").set({ webhook_events: text }).where("id", "=", accountId).execute();
}
