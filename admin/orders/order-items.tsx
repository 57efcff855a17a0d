import { Box, Group, Stack, Text } from "@mantine/core";
import { useRights } from "../api/session.ts";
import type { Order, OrderItem } from "../api/types.ts";
import { Cover } from "../components/cover.tsx";
import { cut, moment, money, number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { Section } from "../components/section.tsx";
import { ItemKeys } from "./item-keys.tsx";
import { ItemRevoking, isRevokedAlone, RevokedItem } from "./item-revoking.tsx";
import { ItemUpdates } from "./item-updates.tsx";
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
          {withContentsBelow(order.order_items).map((item) => (
            <Item key={item.id} order={order} item={item} hasCovers={hasCovers} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** What a bundle brought follows the bundle. */
const withContentsBelow = (items: OrderItem[]) =>
  items
    .filter(({ bundle_item_id }) => bundle_item_id === null)
    .flatMap((own) => [own, ...items.filter(({ bundle_item_id }) => bundle_item_id === own.id)]);

interface ItemProps {
  order: Order;
  item: OrderItem;
  /** Some product of the order has a cover. */
  hasCovers: boolean;
}

function Item({ order, item, hasCovers }: ItemProps) {
  const { canChange } = useRights();
  const { price, quantity, downloads_remaining: left } = item;
  const bundle = order.order_items.find(({ id }) => id === item.bundle_item_id);
  const isRevoked = isRevokedAlone(order, item);
  const usage = usageWords(order, item);
  const changesUpdates = canChange && item.updates_until !== null && !isRevoked;
  const words = [
    item.item_sku,
    quantity > 1 ? `Quantity ${number(quantity)}` : null,
    bundle || price === null ? null : money(price, order.currency),
    bundle ? `In ${cut(bundle.product_name)}` : null,
    item.updates_until === null ? null : `Updates until ${moment(item.updates_until)}`,
  ];
  return (
    <Box component="li" pl={bundle ? "md" : 0}>
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
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
        {/* Beside the name, where it stands for every product, whatever else can be done. */}
        {canChange && <ItemRevoking order={order} item={item} />}
      </Group>
      {(usage || isRevoked || changesUpdates) && (
        <Group gap="sm" mt="xs">
          {usage && <Text size="sm">{usage}</Text>}
          {isRevoked && item.revoked_at !== null && <RevokedItem since={item.revoked_at} />}
          {canChange && item.has_files && left !== null && order.revoked_at === null && !isRevoked && (
            <MoreDownloads order={order} item={item} left={left} />
          )}
          {changesUpdates && <ItemUpdates item={item} />}
        </Group>
      )}
      {(item.license_keys.length > 0 || item.license_keys_due > 0 || item.license_keys_omitted !== null) && (
        <ItemKeys order={order} item={item} />
      )}
    </Box>
  );
}

/** Nothing for a product that has never had a file. */
function usageWords(
  order: Order,
  { has_files, revoked_at, downloads_remaining: left, download_count: used }: OrderItem,
) {
  if (!has_files && used === 0) return null;
  const isLeft = has_files && order.revoked_at === null && revoked_at === null;
  return `${isLeft ? `${leftWords(left)} · ` : ""}${number(used)} used`;
}

function leftWords(left: number | null): string {
  if (left === null) return "Unlimited downloads";
  return left === 1 ? "1 download left" : `${number(left)} downloads left`;
}
