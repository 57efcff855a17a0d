import { Badge, Button } from "@mantine/core";
import { restoreOrderItem, revokeOrderItem, useOrderAction } from "../api/orders.ts";
import type { Order, OrderItem } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { moment, quoted } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";

/** Whether the product is revoked while its order is not. */
export const isRevokedAlone = ({ revoked_at }: Order, item: OrderItem) =>
  revoked_at === null && item.revoked_at !== null;

export function RevokedItem({ since }: { since: string }) {
  return (
    <Badge color="red" variant="light" title={`Revoked ${moment(since)}`}>
      Revoked
    </Badge>
  );
}

/** Withdraws one product of an order, or undoes that. The last product is revoked with its order. */
export function ItemRevoking({ order, item }: { order: Order; item: OrderItem }) {
  const isRevoked = isRevokedAlone(order, item);
  // Revoking soon after restoring is no double click.
  const action = useOrderAction((does: "restore" | "revoke") =>
    does === "restore" ? restoreOrderItem(item.id) : revokeOrderItem(item.id),
  );
  const undoing = useOrderAction(() => restoreOrderItem(item.id));
  const name = item.product_name || item.item_sku;
  const restored = () => showDone(`${quoted(name)} was restored. Its links work again.`);
  const revoked = () =>
    showDone(`${quoted(name)} was revoked. Its links no longer work.`, () =>
      undoing.mutate(undefined, { onError: showError, onSuccess: restored }),
    );
  const delivered = order.order_items.filter(({ revoked_at }) => revoked_at === null).length;
  if (order.revoked_at !== null || (!isRevoked && delivered === 1)) return null;
  const perform = () =>
    action.mutate(isRevoked ? "restore" : "revoke", { onError: showError, onSuccess: isRevoked ? restored : revoked });
  const hasKeys = item.license_keys.length > 0;
  const askRevoke = () =>
    confirmAction({
      title: `Revoke ${quoted(name)}?`,
      words: `Its links stop working at once${hasKeys ? ", and the customer no longer sees its license keys" : ""}. The rest of the order stays. You can restore the product at any time.`,
      confirmLabel: "Revoke product",
      onConfirm: perform,
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      flex="none"
      loading={action.isPending}
      aria-label={`${isRevoked ? "Restore" : "Revoke"} ${name}`}
      onClick={isRevoked ? perform : askRevoke}
    >
      {isRevoked ? "Restore" : "Revoke…"}
    </Button>
  );
}
