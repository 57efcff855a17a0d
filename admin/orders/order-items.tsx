import { Box, Code, Group, Stack, Text } from "@mantine/core";
import { useRights } from "../api/session.ts";
import type { Order, OrderItem } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { Cover } from "../components/cover.tsx";
import { money, number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { Section } from "../components/section.tsx";
import { ItemRevoking, isRevokedAlone, RevokedItem } from "./item-revoking.tsx";
import { MoreDownloads } from "./more-downloads.tsx";

/** The order's products, with the downloads left. */
export function OrderItems({ order }: { order: Order }) {
  const hasCovers = order.order_items.some(({ cover_url }) => cover_url !== null);
  return (
    <Section title="Products">
      {order.order_items.length === 0 ? (
        <Text size="sm" c="dimmed">
          No products. Your checkout sent SKUs that match no product, or the products were deleted.
        </Text>
      ) : (
        <Stack gap="lg" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {order.order_items.map((item) => (
            <Item key={item.id} order={order} item={item} hasCovers={hasCovers} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

interface ItemProps {
  order: Order;
  item: OrderItem;
  /** Some product of the order has a cover. */
  hasCovers: boolean;
}

function Item({ order, item, hasCovers }: ItemProps) {
  const { canChange } = useRights();
  const { price, quantity, downloads_remaining: left } = item;
  const isRevoked = isRevokedAlone(order, item);
  const words = [
    item.item_sku,
    quantity > 1 ? `Quantity ${number(quantity)}` : null,
    price === null ? null : money(price, order.currency),
  ];
  return (
    <Box component="li">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" wrap="nowrap" flex="1 1 200px" miw={0}>
          {hasCovers && <Cover url={item.cover_url} size={40} />}
          <Box miw={0}>
            <TextLink to={`/admin/products/${item.item_id}`} fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
              {item.product_name}
            </TextLink>
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {words.filter(Boolean).join(" · ")}
            </Text>
          </Box>
        </Group>
        <Group gap="sm">
          <Text size="sm">
            {item.revoked_at === null && `${leftWords(left)} · `}
            {number(item.download_count)} used
          </Text>
          {isRevoked && item.revoked_at !== null && <RevokedItem since={item.revoked_at} />}
          {canChange && left !== null && !isRevoked && <MoreDownloads order={order} item={item} left={left} />}
          {canChange && <ItemRevoking order={order} item={item} />}
        </Group>
      </Group>
      {(item.license_keys.length > 0 || item.license_keys_due > 0) && <Keys item={item} />}
    </Box>
  );
}

function leftWords(left: number | null): string {
  if (left === null) return "Unlimited downloads";
  return left === 1 ? "1 download left" : `${number(left)} downloads left`;
}

function Keys({ item }: { item: OrderItem }) {
  const { canChange } = useRights();
  return (
    <Stack gap={6} mt="xs">
      {item.license_keys.map((key) => (
        <Group key={key} gap="xs">
          <Code style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>{key}</Code>
          <Copy value={key} label={`Copy license key ${key}`} />
        </Group>
      ))}
      {item.license_keys_due > 0 && (
        <Text size="sm">
          {dueWords(item)}{" "}
          {canChange && (
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
      )}
    </Stack>
  );
}

/** Says that license keys are still to come. */
function dueWords({ license_keys, license_keys_due: due, quantity }: OrderItem): string {
  const waits =
    license_keys.length > 0
      ? `${number(license_keys.length)} of ${number(quantity)} license keys assigned.`
      : due === 1
        ? "Waiting for a license key."
        : `Waiting for ${number(due)} license keys.`;
  return `${waits} The customer gets ${due === 1 ? "it" : "them"} by email once you add keys to the product.`;
}
