import { NativeSelect, NumberInput, SimpleGrid, Stack, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useStoreDefaults } from "../api/session.ts";
import { hoursInWords, number } from "../components/format.ts";
import { HoursInput } from "../components/hours-input.tsx";
import { FoldedFields } from "./folded-fields.tsx";
import type { ProductDraft } from "./product-draft.ts";

const starts = [
  { value: "order", label: "Order" },
  { value: "first_download", label: "First download" },
];

/** How long links of the product work, and how often each file can be downloaded. Empty: as the store's settings say. */
export function ProductLimits({ form, disabled }: { form: UseFormReturnType<ProductDraft>; disabled: boolean }) {
  const usual = useUsual();
  const { order_expiration_in_hours: hours } = form.values;
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
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          {...whole}
          {...numberProps(form, "download_limit")}
          label="Downloads per file"
          description="New orders use these settings. Empty fields use the store's settings."
          inputWrapperOrder={["label", "input", "description", "error"]}
          placeholder={usual.limit}
          disabled={disabled}
        />
        <NumberInput
          {...whole}
          {...numberProps(form, "updates_for_days")}
          max={36_500}
          label="Days of updates"
          placeholder="Without end"
          description="New orders get new versions of the files for so long, and keep the newest of that time."
          inputWrapperOrder={["label", "input", "description", "error"]}
          disabled={disabled}
        />
      </SimpleGrid>
      <FoldedFields title="Large files" {...stateOf(form, ["large_file_bytes", "large_file_download_limit"])}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            {...numberProps(form, "large_file_bytes")}
            label="Large files from"
            suffix=" MB"
            decimalScale={6}
            allowNegative={false}
            max={1_000_000_000}
            clampBehavior="strict"
            placeholder="No size"
            description="Files of this size or more have a limit of their own."
            inputWrapperOrder={["label", "input", "description", "error"]}
            disabled={disabled}
          />
          <NumberInput
            {...whole}
            {...numberProps(form, "large_file_download_limit")}
            label="Downloads per large file"
            disabled={disabled}
          />
        </SimpleGrid>
      </FoldedFields>
      <FoldedFields title="Programs" {...stateOf(form, ["device_limit", "program_ids"])}>
        <NumberInput
          {...whole}
          {...numberProps(form, "device_limit")}
          min={1}
          max={1_000}
          label="Devices per license key"
          placeholder="Any number"
          description="For programs that ask whether a license is valid."
          inputWrapperOrder={["label", "input", "description", "error"]}
          disabled={disabled}
        />
        <Textarea
          {...form.getInputProps("program_ids")}
          label="IDs that programs know"
          description="If your program asks as it asked Easy Digital Downloads, Gumroad or Keygen: the product's ID or name there, one in each line."
          inputWrapperOrder={["label", "input", "description", "error"]}
          autosize
          minRows={1}
          maxRows={6}
          disabled={disabled}
        />
      </FoldedFields>
    </Stack>
  );
}

const stateOf = (form: UseFormReturnType<ProductDraft>, names: (keyof ProductDraft)[]) => ({
  isUsed: names.some((name) => form.getInitialValues()[name] !== ""),
  isWrong: names.some((name) => Boolean(form.errors[name])),
});

const whole = {
  min: 0,
  max: 1_000_000,
  allowDecimal: false,
  allowNegative: false,
  clampBehavior: "strict",
} as const;

function numberProps(
  form: UseFormReturnType<ProductDraft>,
  name: "download_limit" | "large_file_bytes" | "large_file_download_limit" | "device_limit" | "updates_for_days",
) {
  const typed = form.values[name];
  return {
    value: typed === "" ? "" : Number(typed),
    onChange: (next: number | string) => form.setFieldValue(name, String(next)),
    error: form.errors[name],
  };
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
