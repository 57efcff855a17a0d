import { Box, Button, Group, Radio, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { changeProduct, useProductAction } from "../api/products.ts";
import type { Product } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";

const choices: { value: Product["updates"]; label: string; description: string }[] = [
  { value: "off", label: "Off", description: "Programs get no updates here." },
  {
    value: "licensed",
    label: "With a license key",
    description: "For programs of customers: each sends a valid license key of this product.",
  },
  {
    value: "open",
    label: "Open",
    description: "For everybody who knows the address. Files in the feeds can be downloaded without an order.",
  },
];

const feeds = [
  { name: "appcast.xml", label: "Sparkle and WinSparkle" },
  { name: "tauri.json", label: "Tauri" },
  { name: "latest.json", label: "JSON, for programs of your own" },
];

/** Who may ask for the product's update feeds, and their addresses. */
export function ProductUpdates({ product: { id, updates, update_url, files } }: { product: Product }) {
  const [chosen, setChosen] = useState(updates);
  const saving = useProductAction(() => changeProduct(id, { updates: chosen }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(undefined, { onSuccess: () => showDone("Saved.") });
  };
  return (
    <Section title="Updates">
      <Stack>
        <Text size="sm" c="dimmed" maw={640}>
          Your program asks Waybill for its newest version, and downloads it.{" "}
          {updates !== "off" && files.length > 0
            ? "Say of each file which version it is, under “Versions”."
            : "Once updates are on, each file has “Versions”, where you say which version it is."}
        </Text>
        <form onSubmit={submit} noValidate>
          <Stack>
            <Radio.Group
              value={chosen}
              onChange={(value) => setChosen(choices.find((one) => one.value === value)?.value ?? updates)}
              aria-label="Who gets updates"
            >
              <Stack gap="xs">
                {choices.map((choice) => (
                  <Radio key={choice.value} {...choice} />
                ))}
              </Stack>
            </Radio.Group>
            <FormProblem error={saving.error} />
            <Group>
              <Button type="submit" variant="default" loading={saving.isPending} disabled={chosen === updates}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
        {update_url !== null && (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label="Addresses of the feeds">
            {feeds.map(({ name, label }) => (
              <Feed key={name} label={label} url={`${update_url}/${name}`} />
            ))}
          </Stack>
        )}
      </Stack>
    </Section>
  );
}

function Feed({ label, url }: { label: string; url: string }) {
  return (
    <Group component="li" gap="md" wrap="nowrap">
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {url}
        </Text>
      </Stack>
      <Box style={{ flexShrink: 0 }}>
        <Copy value={url} label={`Copy the address for ${label}`} />
      </Box>
    </Group>
  );
}
