import { Text } from "@mantine/core";
import { useProduct } from "../api/products.ts";
import type { OrderItem } from "../api/types.ts";
import { TextLink } from "../components/links.tsx";

/** Says that the product has no key to hand out, and leads to where keys are added. Nothing if there is one, or it is not known. */
export function NoKeyLeft({ item }: { item: OrderItem }) {
  const { data: product } = useProduct(String(item.item_id));
  if (product?.license_source !== "pool" || product.license_keys_available > 0) return null;
  return (
    <Text size="sm" c="dimmed">
      No key is left.{" "}
      <TextLink to={`/admin/products/${item.item_id}?tab=keys`} size="sm" underline="always">
        Add keys first
      </TextLink>
      , or enter one.
    </Text>
  );
}
