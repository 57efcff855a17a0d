import { SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { ProductChanges } from "../api/types.ts";

export const fieldNames = ["name", "sku", "price", "currency"] as const;
export type ProductDraft = Record<(typeof fieldNames)[number], string>;

interface ProductFieldsProps {
  draft: ProductDraft;
  onChange: (draft: ProductDraft) => void;
  wrong: Record<string, string>;
  skuHint: string;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** What a product is called and costs. */
export function ProductFields({ draft, onChange, wrong, skuHint, disabled, autoFocus }: ProductFieldsProps) {
  const field = (name: keyof ProductDraft) => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [name]: event.currentTarget.value }),
    error: wrong[name],
    autoComplete: "off",
    ...(disabled ? { disabled } : {}),
  });
  return (
    <Stack>
      <TextInput
        label="Name"
        description="Customers see it."
        required
        {...(autoFocus ? { autoFocus } : {})}
        {...field("name")}
      />
      <TextInput label="SKU" description={skuHint} required {...field("sku")} />
      <SimpleGrid cols={2}>
        <TextInput label="Price" inputMode="decimal" placeholder="9.50" {...field("price")} />
        <TextInput label="Currency" placeholder="As the store's" maxLength={3} {...field("currency")} />
      </SimpleGrid>
    </Stack>
  );
}

/** What the draft says, of the fields that are named. */
export function changesOf(draft: ProductDraft, names: readonly (keyof ProductDraft)[]): ProductChanges {
  const values = {
    name: draft.name.trim(),
    sku: draft.sku.trim(),
    // A comma is how half of the world writes it.
    price: draft.price.trim().replace(",", ".") || null,
    currency: draft.currency.trim() || null,
  };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
