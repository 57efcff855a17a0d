import { Button, Group, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { changeProduct, useProductAction } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { Product, ProductChanges } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { moment } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useUnsaved } from "../components/unsaved.tsx";
import { priceText } from "./price.ts";
import { changesOf, fieldNames, type ProductDraft, ProductFields, useProblems } from "./product-fields.tsx";
import { ProductRemoval } from "./product-removal.tsx";
import { wrongFields } from "./wrong-fields.ts";

/** Edits, archives or deletes a product. */
export function ProductDetails({ product }: { product: Product }) {
  const { canChange } = useRights();
  return (
    <Stack gap="lg" maw={640}>
      <Section title="Details">
        <Form product={product} canChange={canChange} />
      </Section>
      {canChange && <ProductRemoval product={product} />}
    </Stack>
  );
}

function Form({ product, canChange }: { product: Product; canChange: boolean }) {
  const [before, setBefore] = useState(() => draftOf(product));
  const [draft, setDraft] = useState(before);
  const saving = useProductAction((changes: ProductChanges) => changeProduct(product.id, changes));
  const changed = fieldNames.filter((name) => draft[name] !== before[name]);
  const problems = useProblems(draft, changed);
  const [tried, setTried] = useState(false);
  const { form } = useUnsaved(changed.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    saving.mutate(changesOf(draft, changed), {
      onSuccess: (saved) => {
        setTried(false);
        const now = draftOf(saved);
        setBefore(now);
        // Keeps what was typed while saving.
        setDraft((typed) => ({ ...now, ...typedSince(draft, typed) }));
        showDone("Product saved.");
      },
    });
  };
  const beside = saving.error instanceof ApiProblem && saving.error.status === 409;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <ProductFields
          draft={draft}
          onChange={setDraft}
          wrong={{ ...wrongFields(saving.error), ...(tried && problems) }}
          skuHint="Existing orders and links keep working. Change the SKU in your shop too."
          disabled={!canChange}
        />
        {!beside && <FormProblem error={saving.error} fields={fieldNames} />}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Created {moment(product.created_at)}
          </Text>
          {canChange && (
            <Button type="submit" loading={saving.isPending} disabled={changed.length === 0}>
              Save
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** The fields that changed since they were sent. */
function typedSince(sent: ProductDraft, typed: ProductDraft): Partial<ProductDraft> {
  return Object.fromEntries(fieldNames.filter((name) => typed[name] !== sent[name]).map((name) => [name, typed[name]]));
}

const draftOf = ({ name, sku, price, currency }: Product): ProductDraft => ({
  name,
  sku,
  price: price === null ? "" : priceText(price, currency),
  currency,
});
