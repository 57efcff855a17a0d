import { Stack } from "@mantine/core";
import { useRights } from "../api/session.ts";
import type { Product } from "../api/types.ts";
import { KeyAdd } from "./key-add.tsx";
import { KeyCounts } from "./key-counts.tsx";
import { KeyList } from "./key-list.tsx";
import { KeySource } from "./key-source.tsx";

/** The product's license keys: counts, adding and removing. */
export function ProductKeys({ product }: { product: Product }) {
  const { canChange } = useRights();
  return (
    <Stack gap="lg">
      <KeyCounts product={product} />
      {canChange && <KeyAdd product={product} />}
      {canChange && <KeySource product={product} />}
      <KeyList product={product} canChange={canChange} />
    </Stack>
  );
}
