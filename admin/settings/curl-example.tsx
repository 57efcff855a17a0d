import { Anchor, Code, Stack, Text } from "@mantine/core";
import { useSetup } from "../api/setup.ts";
import type { Account } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { orderCommand } from "../components/order-command.ts";
import { Section } from "../components/section.tsx";

const longestSku = 40;

/** A curl command that sends an order. */
export function CurlExample({ account }: { account: Account }) {
  const { data: setup } = useSetup();
  const own = setup?.product?.sku ?? "";
  // A long one hides the rest of the command.
  const sku = own !== "" && own.length <= longestSku ? own : null;
  const command = orderCommand(account.url, account.api_key, sku);
  return (
    <Section title="Send an order" actions={<Copy value={command} label="Copy command" />}>
      <Stack>
        <Code block fz="sm" tabIndex={0} aria-label="Command">
          {command}
        </Code>
        <Text size="sm" c="dimmed">
          First set <Code>WAYBILL_TOKEN</Code> to your API token
          {sku === null && (
            <>
              , and replace <Code>YOUR-SKU</Code> with one of your SKUs
            </>
          )}
          .
        </Text>
        <Anchor className="tall-link" href="/docs/api" target="_blank" rel="noreferrer" size="sm">
          API reference
        </Anchor>
      </Stack>
    </Section>
  );
}
