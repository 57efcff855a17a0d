import { SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useStoreDefaults } from "../api/session.ts";
import type { ProductChanges } from "../api/types.ts";
import { CurrencySelect } from "../components/currency-select.tsx";
import { placesProblem, tidyPrice, typedPrice } from "./price.ts";

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

/** The fields for name, SKU and price. */
export function ProductFields({ draft, onChange, wrong, skuHint, disabled, autoFocus }: ProductFieldsProps) {
  const storesCurrency = useStoreDefaults().data?.currency ?? "";
  // On blur, not while typing.
  const withTidyPrice = (edited: ProductDraft): ProductDraft => ({
    ...edited,
    price: tidyPrice(edited.price, edited.currency || storesCurrency),
  });
  const tidy = () => {
    const tidied = withTidyPrice(draft);
    if (tidied.price !== draft.price) onChange(tidied);
  };
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
        description="Shown to customers."
        required
        {...(autoFocus ? { autoFocus } : {})}
        {...field("name")}
      />
      <TextInput label="SKU" description={skuHint} required {...field("sku")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Price" inputMode="decimal" placeholder="9.50" {...field("price")} onBlur={tidy} />
        <CurrencySelect
          label="Currency"
          none={storesCurrency === "" ? "Store currency" : `Store currency (${storesCurrency})`}
          value={draft.currency}
          onChange={(currency) => onChange(withTidyPrice({ ...draft, currency }))}
          error={wrong.currency}
          disabled={disabled ?? false}
        />
      </SimpleGrid>
    </Stack>
  );
}

/** Problems with the named fields. v3 allows prices with more decimals. */
export function useProblems(draft: ProductDraft, names: readonly (keyof ProductDraft)[]): Record<string, string> {
  const storesCurrency = useStoreDefaults().data?.currency ?? "";
  // A price set through the API is left as it is.
  if (!names.includes("price") && !names.includes("currency")) return {};
  const price = placesProblem(draft.price, draft.currency || storesCurrency);
  return price === null ? {} : { price };
}

/** The named fields of the draft, for v3. */
export function changesOf(draft: ProductDraft, names: readonly (keyof ProductDraft)[]): ProductChanges {
  const values = {
    name: draft.name.trim(),
    sku: draft.sku.trim(),
    price: typedPrice(draft.price),
    currency: draft.currency || null,
  };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
