import { Alert, Text } from "@mantine/core";
import { useRenewals } from "../api/renewals.ts";
import { useRights } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { RenewalAnswer } from "./renewal-answer.tsx";

/** Says that the customer waits for an answer to a request for a renewal, with buttons that give it. */
export function OpenRenewal({ order }: { order: Order }) {
  const { canChange } = useRights();
  const isOver = order.status === "expired" || order.order_items.some(({ downloads_remaining: left }) => left === 0);
  const { data } = useRenewals({ status: "open", order_id: String(order.id), page: 1, page_size: 1 }, isOver);
  const [request] = data?.renewal_requests ?? [];
  if (!isOver || !request) return null;
  return (
    <Alert color="yellow" title="The customer asks for a renewal" mb="lg">
      {request.message && (
        <Text size="sm" mb="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
          {request.message}
        </Text>
      )}
      {canChange && <RenewalAnswer request={request} />}
    </Alert>
  );
}
