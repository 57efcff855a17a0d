import { Button, Group, Stack, Text } from "@mantine/core";
import { changeProduct, useProductAction } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { Product, ProductChanges } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { moment } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { priceText } from "./price.ts";
import { ProductBundle } from "./product-bundle.tsx";
import { ProductCover } from "./product-cover.tsx";
import { changedFields, changesOf, fieldNames, megabyte, type ProductDraft } from "./product-draft.ts";
import { ProductFields, useProductForm } from "./product-fields.tsx";
import { ProductLimits } from "./product-limits.tsx";
import { ProductRemoval } from "./product-removal.tsx";
import { useWaitingOrders } from "./waiting-orders.ts";

/** Edits, archives or deletes a product. */
export function ProductDetails({ product }: { product: Product }) {
  const { canChange } = useRights();
  return (
    <Stack gap="lg" maw={640}>
      <Section title="Details">
        <Form product={product} canChange={canChange} />
      </Section>
      <ProductBundle product={product} />
      <ProductCover product={product} />
      {canChange && <ProductRemoval product={product} />}
    </Stack>
  );
}

function Form({ product, canChange }: { product: Product; canChange: boolean }) {
  const saving = useProductAction((changes: ProductChanges) => changeProduct(product.id, changes));
  const { form, element } = useProductForm(draftOf(product), saving.error);
  const changed = changedFields(form.getInitialValues(), form.values);
  const waiting = useWaitingOrders();
  const ask = (draft: ProductDraft) => {
    if (changed.includes("sku")) waiting.ask(draft.sku.trim(), "Save and deliver", () => save(draft));
    else save(draft);
  };
  const save = (sent: ProductDraft) =>
    saving.mutate(changesOf(sent, changed), {
      onSuccess: (saved) => {
        const now = draftOf(saved);
        form.resetDirty(now);
        // Keeps what was typed while saving.
        form.setValues({ ...now, ...typedSince(sent, form.getValues()) });
        showDone("Product saved.");
      },
    });
  const beside = saving.error instanceof ApiProblem && saving.error.status === 409;
  return (
    <form {...element(ask)}>
      <Stack>
        <ProductFields
          form={form}
          skuHint="Existing orders and links keep working. Change the SKU in your shop too."
          disabled={!canChange}
        />
        <ProductLimits form={form} disabled={!canChange} />
        {!beside && <FormProblem error={saving.error} fields={fieldNames} />}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Created {moment(product.created_at)}
          </Text>
          {canChange && (
            <Button type="submit" loading={saving.isPending || waiting.isPending} disabled={changed.length === 0}>
              Save
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** The fields that changed since they were sent. */
const typedSince = (sent: ProductDraft, typed: ProductDraft): Partial<ProductDraft> =>
  Object.fromEntries(changedFields(sent, typed).map((name) => [name, typed[name]]));

const draftOf = ({ name, sku, price, currency, ...limits }: Product): ProductDraft => ({
  name,
  sku,
  price: price === null ? "" : priceText(price, currency),
  currency,
  order_expiration_in_hours: textOf(limits.order_expiration_in_hours),
  expires_from: limits.expires_from,
  download_limit: textOf(limits.download_limit),
  large_file_bytes: textOf(limits.large_file_bytes === null ? null : limits.large_file_bytes / megabyte),
  large_file_download_limit: textOf(limits.large_file_download_limit),
  device_limit: textOf(limits.device_limit),
  updates_for_days: textOf(limits.updates_for_days),
  program_ids: limits.program_ids.join("\n"),
});

const textOf = (value: number | null) => (value === null ? "" : String(value));
