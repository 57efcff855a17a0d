import { Button, Code, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { Copy } from "../components/copy.tsx";
import { useUnsaved } from "../components/unsaved.tsx";

/** Backup codes for a lost authenticator app. They are shown once. */
export function BackupCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  useUnsaved(true, { words: "The backup codes are not shown again." });
  return (
    <Stack align="flex-start">
      <Text>
        Save these backup codes somewhere you can reach without your phone. Each code works once. They are not shown
        again.
      </Text>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing={6} role="list" aria-label="Backup codes">
        {codes.map((code) => (
          <Code key={code} fz="md" role="listitem">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group>
        <Copy value={codes.join("\n")} label="Copy all backup codes" />
        <Button onClick={onClose}>I saved them</Button>
      </Group>
    </Stack>
  );
}
