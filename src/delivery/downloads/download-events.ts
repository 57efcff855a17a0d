import { type NewEvent, recordEvents, wants } from "../../messages/webhooks/record-events.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { type Allowance, allowanceKey } from "../orders/allowances.ts";
import { remainingOf } from "../orders/download-allowance.ts";

/** A download that was just recorded. */
export interface NewDownload {
  id: number;
  accountId: number;
  orderId: number | null;
  itemId: number | null;
  fileId: number;
  at: Instant;
}

/** Tells the store's webhook endpoints of downloads of one account, and of allowances (`taken`) of which they used the last. */
export async function recordDownloadEvents(
  tx: Tx,
  account: { webhookEvents: string },
  downloads: NewDownload[],
  taken: Allowance[],
): Promise<void> {
  const events: NewEvent[] = wants(account, "download.counted")
    ? downloads.map((one) => eventOf(one, "download.counted"))
    : [];
  if (wants(account, "download.limit_reached")) {
    const newest = new Map<string, NewDownload>();
    for (const one of downloads) if (one.itemId !== null) newest.set(allowanceKey(one.itemId, one.fileId), one);
    for (const allowance of taken) {
      if (remainingOf(allowance.allowed, allowance.taken + allowance.takenNow) !== 0) continue;
      const last = newest.get(allowanceKey(allowance.itemId, allowance.fileId));
      if (last) events.push(eventOf(last, "download.limit_reached"));
    }
  }
  await recordEvents(tx, events);
}

const eventOf = ({ id, accountId, orderId, at }: NewDownload, kind: NewEvent["kind"]): NewEvent => ({
  accountId,
  kind,
  orderId,
  subjectId: id,
  at,
});
