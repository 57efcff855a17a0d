import { SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { ApiProblem } from "../api/request.ts";
import { useStoreDefaults } from "../api/session.ts";
import { CurrencySelect } from "../components/currency-select.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { placesProblem, tidyPrice } from "./price.ts";
import { changedFields, limitProblems, type ProductDraft } from "./product-draft.ts";
import { suggestedSku } from "./suggested-sku.ts";

/** A form for a product that begins with these values. `refusal` is the error of its latest request; null for none. */
export function useProductForm(before: ProductDraft, refusal: Error | null) {
  const storesCurrency = useStoreDefaults().data?.currency ?? "";
  const price = (typed: string, values: ProductDraft) => {
    // v3 allows prices with more decimals. One that was set through the API is left as it is.
    const changed = changedFields(form.getInitialValues(), values);
    const isNew = changed.includes("price") || changed.includes("currency");
    return isNew ? placesProblem(typed, values.currency || storesCurrency) : null;
  };
  const options = { initialValues: before, validate: { price, ...limitProblems } };
  const { form, ...rest } = useServerForm<ProductDraft>(options, { refusal, messages: messagesOf });
  return { form, ...rest };
}

/** Messages by field. A conflict is shown at the SKU. */
function messagesOf(refusal: Error): Record<string, string> {
  if (!(refusal instanceof ApiProblem)) return {};
  return refusal.status === 409 ? { sku: refusal.detail } : refusal.byField;
}

interface ProductFieldsProps {
  form: UseFormReturnType<ProductDraft>;
  skuHint: string;
  disabled?: boolean;
  /** Whether it is for a new product: it begins at the name, which suggests the SKU until one is typed. */
  isNew?: boolean;
}

/** The fields for name, SKU and price. */
export function ProductFields({ form, skuHint, disabled, isNew = false }: ProductFieldsProps) {
  const storesCurrency = useStoreDefaults().data?.currency ?? "";
  // On blur, not while typing.
  const tidy = (currency: string) => {
    const tidied = tidyPrice(form.values.price, currency || storesCurrency);
    if (tidied !== form.values.price) form.setFieldValue("price", tidied);
  };
  const field = (name: keyof ProductDraft) => ({
    ...form.getInputProps(name),
    autoComplete: "off",
    ...(disabled ? { disabled } : {}),
  });
  const name = field("name");
  return (
    <Stack>
      <TextInput
        label="Name"
        description="Shown to customers."
        required
        {...(isNew ? { autoFocus: true } : {})}
        {...name}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const isSuggested = isNew && form.values.sku === suggestedSku(form.values.name);
          name.onChange(event);
          if (isSuggested) form.setFieldValue("sku", suggestedSku(value));
        }}
      />
      <TextInput label="SKU" description={skuHint} required {...field("sku")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Price"
          inputMode="decimal"
          placeholder="9.50"
          {...field("price")}
          onBlur={() => tidy(form.values.currency)}
        />
        <CurrencySelect
          label="Currency"
          none={storesCurrency === "" ? "Store currency" : `Store currency (${storesCurrency})`}
          value={form.values.currency}
          onChange={(currency) => {
            form.setFieldValue("currency", currency);
            tidy(currency);
            // Its places depend on the currency.
            if (form.errors.price) form.validateField("price");
          }}
          error={form.errors.currency as string | undefined}
          disabled={disabled ?? false}
        />
      </SimpleGrid>
    </Stack>
  );
}
