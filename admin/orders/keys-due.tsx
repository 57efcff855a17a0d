import { Text } from "@mantine/core";
import { useProduct } from "../api/products.ts";
import { useRights } from "../api/session.ts";
import type { Order, OrderItem } from "../api/types.ts";
import { holderName } from "../components/email-words.ts";
import { number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";

/** Says that license keys are still to come and when, and leads to where keys are added, unless the product has enough. */
export function KeysDue({ order, item }: { order: Order; item: OrderItem }) {
  const { canChange } = useRights();
  const { data: product } = useProduct(String(item.item_id));
  const isHeld = order.held_at !== null;
  // Keys that Waybill makes are never used up.
  const hasKeys =
    product !== undefined &&
    (product.license_source !== "pool" || product.license_keys_available >= item.license_keys_due);
  const when = !isHeld
    ? "once you add keys to the product"
    : hasKeys
      ? "once you release the order"
      : "once you release the order and the product has keys";
  return (
    <Text size="sm">
      {dueWords(item, `The ${holderName(order)}`, when)}{" "}
      {canChange && !(isHeld && hasKeys) && (
        <TextLink
          to={`/admin/products/${item.item_id}?tab=keys`}
          size="sm"
          underline="always"
          style={{ whiteSpace: "nowrap" }}
        >
          Add keys
        </TextLink>
      )}
    </Text>
  );
}

function dueWords({ license_keys, license_keys_due: due, quantity }: OrderItem, holder: string, when: string): string {
  const waits =
    license_keys.length > 0
      ? `${number(license_keys.length)} of ${number(quantity)} license keys assigned.`
      : due === 1
        ? "Waiting for a license key."
        : `Waiting for ${number(due)} license keys.`;
  return `${waits} ${holder} gets ${due === 1 ? "it" : "them"} by email ${when}.`;
}
