import { Anchor, Code, Stack, Text } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { orderCommand } from "../components/order-command.ts";
import { Section } from "../components/section.tsx";

/** An order sent by hand: ready to paste once the token stands in the environment. */
export function CurlExample({ account }: { account: Account }) {
  const command = orderCommand(account.url, account.api_key);
  return (
    <Section title="Send an order" actions={<Copy value={command} label="Copy the command" />}>
      <Stack>
        <Code block fz="sm" tabIndex={0} aria-label="The command">
          {command}
        </Code>
        <Text size="sm" c="dimmed">
          Set <Code>WAYBILL_TOKEN</Code> to your token first, and put the SKU of one of your products in place of{" "}
          <Code>YOUR-SKU</Code>.
        </Text>
        <Anchor href="/docs/api" target="_blank" rel="noreferrer" size="sm">
          Everything that the API does
        </Anchor>
      </Stack>
    </Section>
  );
}
