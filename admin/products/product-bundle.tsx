import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { changeProduct, useProductAction } from "../api/products.ts";
import { useRights } from "../api/session.ts";
import type { Product } from "../api/types.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { number } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { LineBox } from "../orders/line-box.tsx";
import { ProductSelect } from "../orders/product-select.tsx";

const earlierCode = lazyCode(() => import("./earlier-bundles.tsx"));

interface Content {
  sku: string;
  name: string;
  /** Empty while nothing is typed. */
  quantity: number | string;
}

/** The products that a bundle holds: each new order of it has them, too. */
export function ProductBundle({ product: { id, sku, contents } }: { product: Product }) {
  const { canChange } = useRights();
  const [held, setHeld] = useState<Content[]>(contents);
  const saving = useProductAction(() => changeProduct(id, { contents: sentOf(held) }));
  const isSame = JSON.stringify(sentOf(held)) === JSON.stringify(sentOf(contents));
  const lacksQuantity = held.some(({ quantity }) => quantity === "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!lacksQuantity) saving.mutate(undefined, { onSuccess: () => showDone("Saved.") });
  };
  return (
    <Section title="Bundle">
      {canChange && contents.length > 0 && <EarlierBundles id={id} />}
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            A bundle holds other products. Each new order of it also gets these, with links and license keys of their
            own. The customer pays the price of this product. Orders from before get what you add if you say so.
          </Text>
          {held.length === 0 && <Text size="sm">This product holds no others.</Text>}
          {held.map((one) =>
            canChange ? (
              <LineBox
                key={one.sku}
                name={one.name}
                {...(one.name !== one.sku && { sku: one.sku })}
                action="Remove"
                onAction={() => setHeld(held.filter((other) => other !== one))}
              >
                <NumberInput
                  mt="xs"
                  label="Quantity"
                  aria-label={`Quantity of ${one.name}`}
                  min={1}
                  max={1_000}
                  allowDecimal={false}
                  clampBehavior="strict"
                  value={one.quantity}
                  onChange={(quantity) =>
                    setHeld(held.map((other) => (other === one ? { ...other, quantity } : other)))
                  }
                  error={one.quantity === "" ? "Enter a number." : null}
                />
              </LineBox>
            ) : (
              <Text key={one.sku} size="sm" style={{ overflowWrap: "anywhere" }}>
                {`${number(Number(one.quantity))} × ${one.name}`}
              </Text>
            ),
          )}
          {canChange && (
            <ProductSelect
              chosen={[id]}
              chosenSkus={held.map((one) => one.sku)}
              onChoose={({ sku, name }) => setHeld([...held, { sku, name, quantity: 1 }])}
              noneLeft={`All products are in ${sku}`}
            />
          )}
          <FormProblem error={saving.error} />
          {canChange && (
            <Group>
              <Button type="submit" variant="default" loading={saving.isPending} disabled={isSame || lacksQuantity}>
                Change bundle
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
}

const sentOf = (held: Content[]) => held.map(({ sku, quantity }) => ({ sku, quantity: Number(quantity) }));

/** Nothing until it is known whether there are some. */
function EarlierBundles({ id }: { id: number }) {
  const { code, error, retry } = useLazyCode(earlierCode);
  if (code) return <code.EarlierBundles id={id} />;
  return error ? <ErrorNotice error={error} retry={retry} /> : null;
}
