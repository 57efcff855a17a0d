import { Group } from "@mantine/core";
import { useProductsNamed } from "../api/product-choices.ts";
import { queryString } from "../api/request.ts";
import type { Product } from "../api/types.ts";
import { LinkButton } from "../components/links.tsx";

/** Offers the orders of the products that the text names. The list itself finds a product only by its whole SKU. */
export function ProductOffers({ text }: { text: string }) {
  const { data = [] } = useProductsNamed(text.trim());
  const offered = data.filter(({ sku }) => sku.toLowerCase() !== text.trim().toLowerCase());
  if (text === "" || offered.length === 0) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Orders of products">
      {offered.map((product) => (
        <LinkButton key={product.id} to={ordersOf(product)} variant="default" maw="100%">
          <span style={inside}>Orders of {product.name || product.sku}</span>
        </LinkButton>
      ))}
    </Group>
  );
}

/** A long name ends in dots. */
const inside = { overflow: "hidden", textOverflow: "ellipsis" } as const;

const ordersOf = ({ sku }: Pick<Product, "sku">) => `/admin/orders?${queryString({ sku })}`;
