import type { Tx } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { randomIdentifier } from "../../platform/identifiers.ts";
import type { Instant } from "../../platform/instants.ts";
import { addDeliveries } from "./add-deliveries.ts";
import { type Delivery, newestDelivery } from "./deliveries.ts";
import { requireEndpoint } from "./endpoints.ts";
import { testKind } from "./kinds.ts";

/** Queues a test event for one endpoint; `write` makes its body. Throws `not_found`, and `in_use` if it is disabled. */
export async function sendTest(
  tx: Tx,
  { accountId, id, write }: { accountId: number; id: number; write(data: object): string },
  now: Instant,
): Promise<Delivery> {
  const endpoint = await requireEndpoint(tx, accountId, id);
  if (endpoint.disabledAt !== null) throw new DomainError("in_use", "This endpoint is disabled. Enable it first.");
  const payload = write({ id: endpoint.id, url: endpoint.url });
  const messageId = `msg_${randomIdentifier()}`;
  await addDeliveries(tx, [{ endpointId: id, messageId, kind: testKind, orderId: null, payload, createdAt: now }]);
  return newestDelivery(tx, messageId, id);
}
