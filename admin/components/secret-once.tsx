import { Alert, Code, Group, Stack, Text } from "@mantine/core";
import { Copy } from "./copy.tsx";

/** A secret that is shown once. */
export function SecretOnce({ secret, words }: { secret: string; words: string }) {
  return (
    <Alert color="yellow" title="Copy the secret now. It is not shown again." role="status">
      <Stack gap="xs">
        <Group gap="xs">
          <Code fz="sm" style={{ overflowWrap: "anywhere" }}>
            {secret}
          </Code>
          <Copy value={secret} label="Copy secret" />
        </Group>
        <Text size="sm">{words}</Text>
      </Stack>
    </Alert>
  );
}
