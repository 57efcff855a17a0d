import { Badge } from "@mantine/core";
import type { WebhookDelivery, WebhookEndpoint } from "../api/types.ts";

/** A color and a word, as not everyone sees the color. */
function State({ color, children }: { color: string; children: string }) {
  return (
    <Badge variant="light" color={color}>
      {children}
    </Badge>
  );
}

export function EndpointState({ endpoint: { disabled_at, failing_since } }: { endpoint: WebhookEndpoint }) {
  if (disabled_at !== null) return <State color="gray">Disabled</State>;
  return failing_since === null ? <State color="teal">Enabled</State> : <State color="red">Failing</State>;
}

const deliveryStates: Record<WebhookDelivery["status"], { color: string; words: string }> = {
  waiting: { color: "yellow", words: "Waiting" },
  delivered: { color: "teal", words: "Delivered" },
  failed: { color: "red", words: "Failed" },
  cancelled: { color: "gray", words: "Canceled" },
};

export function DeliveryState({ status }: Pick<WebhookDelivery, "status">) {
  const { color, words } = deliveryStates[status];
  return <State color={color}>{words}</State>;
}
