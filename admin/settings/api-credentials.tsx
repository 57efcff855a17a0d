import { Code, Group, Stack, Text } from "@mantine/core";
import type { Account } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { Section } from "../components/section.tsx";
import { ApiToken } from "./api-token.tsx";

/** The account's own key and token, with every right. */
export function ApiCredentials({ account, apiKey }: { account: Account; apiKey: string }) {
  return (
    <Section title="Credentials">
      <Stack>
        {!account.api_access && <Text>The {account.plan} plan has no API access. Change the plan to use the API.</Text>}
        <Value label="Base URL" value={account.url} />
        <Value label="API key" value={apiKey} />
        <ApiToken />
        <Text size="sm" c="dimmed">
          HTTP Basic authentication: the key is the user name, the token is the password. Keep both on your server.
        </Text>
      </Stack>
    </Section>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Group gap="xs">
        <Code fz="sm" style={{ overflowWrap: "anywhere" }}>
          {value}
        </Code>
        <Copy value={value} label={`Copy ${label.replace("Base", "base")}`} />
      </Group>
    </Stack>
  );
}
