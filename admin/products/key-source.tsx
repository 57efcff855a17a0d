import { Alert, Anchor, Button, Code, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { changeProduct, useProductAction } from "../api/products.ts";
import { useSigningKeys } from "../api/signing-keys.ts";
import type { Product } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { number } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";

const usualPattern = "*****-*****-*****-*****";

/** With fewer, keys can be guessed (docs/store/license-keys.md). */
const enoughStars = 17;

/** Where the product's license keys come from: its owner adds them, or Waybill makes or signs them. */
export function KeySource({ product }: { product: Product }) {
  const { license_source: source, license_pattern: pattern, orders_waiting_for_keys: waiting } = product;
  const [chosen, setChosen] = useState<Product["license_source"]>(source);
  const [typed, setTyped] = useState(pattern ?? "");
  const saving = useProductAction(() =>
    changeProduct(product.id, {
      license_source: chosen,
      license_pattern: typed.trim() === "" ? null : typed.trim(),
    }),
  );
  const isChanged = chosen !== source || typed.trim() !== (pattern ?? "");
  const stars = (typed.trim() || usualPattern).split("*").length - 1;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(undefined, { onSuccess: () => showDone("Saved. New orders follow it.") });
  };
  return (
    <Section title="Where keys come from">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Radio.Group
            value={chosen}
            onChange={(value) => setChosen(value as Product["license_source"])}
            aria-label="Where keys come from"
          >
            <Stack gap="xs">
              <Radio
                value="pool"
                label="You add them"
                description="Each unit ordered gets the oldest key that is left."
              />
              <Radio
                value="made"
                label="Waybill makes them"
                description="Each unit ordered gets a new key. Keys that you have added go first."
              />
              <Radio
                value="signed"
                label="Waybill signs them"
                description="Each unit ordered gets a license file of several lines, which your program checks offline. Keys that you have added go first."
              />
            </Stack>
          </Radio.Group>
          {chosen === "made" && (
            <>
              <TextInput
                label="Pattern"
                description="Each * becomes a random letter or digit. Letters and digits that look alike are not used."
                placeholder={usualPattern}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
                spellCheck={false}
              />
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                For example <Code>{exampleOf(typed.trim() || usualPattern)}</Code>
              </Text>
              {stars < enoughStars && (
                <Alert color="orange" role="status">
                  Keys of this pattern can be guessed by trying. Use {enoughStars} stars or more.
                </Alert>
              )}
            </>
          )}
          {chosen === "signed" && <PublicKey />}
          {chosen !== "pool" && source === "pool" && waiting > 0 && (
            <Alert color="blue" role="status">
              {waiting === 1
                ? "1 order waits for keys. It gets them at once, and its customer an email."
                : `${number(waiting)} orders wait for keys. They get them at once, and each customer an email.`}
            </Alert>
          )}
          <FormProblem error={saving.error} />
          <Group>
            <Button type="submit" variant="default" loading={saving.isPending} disabled={!isChanged}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** With what programs check the license files of the store. */
function PublicKey() {
  const { data: keys = [], error, refetch } = useSigningKeys();
  // The older of two signs (docs/connect/licenses.md, License files).
  const publicKey = keys[0]?.public_key;
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  return (
    <Stack gap="xs">
      <Text size="sm">
        Build the public key into your program, which checks the file with it. The file names the customer, the order
        and its end.{" "}
        <Anchor
          href="/docs/connect/licenses#license-files"
          target="_blank"
          rel="noreferrer"
          size="sm"
          underline="always"
        >
          How programs check it
        </Anchor>
      </Text>
      {publicKey && (
        <Group gap="xs">
          <Code style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>{publicKey}</Code>
          <Copy value={publicKey} label="Copy public key" />
        </Group>
      )}
    </Stack>
  );
}

const sample = "7KQ2MXW4D9HTR3BV8NPC6FYJ5G";

/** A key as the pattern makes them, always the same. */
function exampleOf(pattern: string): string {
  let next = 0;
  return pattern.replaceAll("*", () => sample[next++ % sample.length] as string);
}
