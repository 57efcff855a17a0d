import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useLicenseKeys } from "../api/products.ts";
import type { Product } from "../api/types.ts";
import { number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";

/** How many keys there are, and how many orders wait for one. */
export function KeyCounts({
  product: { id, license_keys_available, orders_waiting_for_keys: waiting },
}: {
  product: Product;
}) {
  const { data: handedOut } = useLicenseKeys(id, { status: "assigned", page: 1, page_size: 1 });
  return (
    <SimpleGrid cols={3} spacing="sm">
      <Count label="Available" value={number(license_keys_available)} />
      <Count label="Assigned" value={handedOut ? number(handedOut.total) : "…"} />
      <Count label="Waiting orders" value={number(waiting)}>
        {waiting > 0 && (
          <TextLink to={`/admin/products/${id}?tab=orders&show=waiting`} size="sm">
            View orders
          </TextLink>
        )}
      </Count>
    </SimpleGrid>
  );
}

function Count({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <Paper withBorder p={{ base: "xs", sm: "md" }}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={650}>
        {value}
      </Text>
      {children}
    </Paper>
  );
}
