import type { Tx } from "../../platform/database/database.ts";

/**
 * Stores in the account which events, or families of events, its webhook endpoints want. Every request reads the account, so a
 * store without endpoints has no extra cost. `webhooks/record-events.ts` reads the text.
 */
export async function setWebhookEvents(tx: Tx, accountId: number, kinds: Set<string>): Promise<void> {
  const text = kinds.size === 0 ? "" : `,${[...kinds].join(",")},`;
  await tx.updateTable("accounts").set({ webhook_events: text }).where("id", "=", accountId).execute();
}
