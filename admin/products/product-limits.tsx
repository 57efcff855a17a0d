import { NativeSelect, NumberInput, SimpleGrid, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useStoreDefaults } from "../api/session.ts";
import { hoursInWords, number } from "../components/format.ts";
import { HoursInput } from "../components/hours-input.tsx";
import type { ProductDraft } from "./product-draft.ts";

const starts = [
  { value: "order", label: "Order" },
  { value: "first_download", label: "First download" },
];

/** How long links of the product work, and how often each file can be downloaded. Empty: as the store's settings say. */
export function ProductLimits({ form, disabled }: { form: UseFormReturnType<ProductDraft>; disabled: boolean }) {
  const usual = useUsual();
  const { order_expiration_in_hours: hours, download_limit: limit } = form.values;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <HoursInput
          label="Links work for"
          placeholder={usual.hours}
          value={hours === "" ? "" : Number(hours)}
          onChange={(next) => form.setFieldValue("order_expiration_in_hours", String(next))}
          error={form.errors.order_expiration_in_hours as string | undefined}
          disabled={disabled}
        />
        <NativeSelect label="Counted from" data={starts} disabled={disabled} {...form.getInputProps("expires_from")} />
      </SimpleGrid>
      <NumberInput
        label="Downloads per file"
        description="New orders use these settings. Empty fields use the store's settings."
        inputWrapperOrder={["label", "input", "description", "error"]}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        placeholder={usual.limit}
        disabled={disabled}
        value={limit === "" ? "" : Number(limit)}
        onChange={(next) => form.setFieldValue("download_limit", String(next))}
        error={form.errors.download_limit}
      />
    </Stack>
  );
}

/** The store's settings in words; empty while they load. */
function useUsual(): { hours: string; limit: string } {
  const { data } = useStoreDefaults();
  if (!data) return { hours: "", limit: "" };
  const { order_expiration_in_hours: hours, download_limit_per_item: limit } = data;
  return {
    hours: hours === null ? "No end" : hoursInWords(hours),
    limit: limit === null ? "Unlimited" : number(limit),
  };
}
