import { Button, Group, Text } from "@mantine/core";
import type { Order } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { Section } from "../components/section.tsx";

/** The order's page as the customer has it; opening it never counts. */
export function CustomerPage({ order: { download_url } }: { order: Order }) {
  return (
    <Section title="Customer’s page">
      <Text size="sm" c="dimmed" mb="sm">
        What the link in the email opens. Looking at it uses up no download.
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
          View as the customer
        </Button>
        <Copy value={download_url} label="Copy the link" />
      </Group>
    </Section>
  );
}
