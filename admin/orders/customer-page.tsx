import { Button, Group, Text } from "@mantine/core";
import type { Order } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { Section } from "../components/section.tsx";

/** The customer's order page. Opening it never counts as a download. */
export function CustomerPage({ order: { download_url } }: { order: Order }) {
  return (
    <Section title="Customer page">
      <Text size="sm" c="dimmed" mb="sm">
        The page that the email links to. Viewing it uses no downloads.
      </Text>
      <Text size="sm" ff="monospace" mb="sm" style={{ overflowWrap: "anywhere" }}>
        {download_url}
      </Text>
      <Group gap="xs">
        <Button
          component="a"
          href={new URL(download_url).pathname}
          target="_blank"
          rel="noopener"
          variant="default"
          size="xs"
        >
          View as customer
        </Button>
        <Copy value={download_url} label="Copy link" />
      </Group>
    </Section>
  );
}
