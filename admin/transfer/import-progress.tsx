import { Group, Progress, Stack, Text } from "@mantine/core";
import type { ImportProgress } from "../api/imports.ts";

const phases = { sending: "Uploading the file", checking: "Checking the rows", applying: "Importing the rows" };

/** Progress of an import. */
export function ImportProgressBar({ progress: { phase, share, words } }: { progress: ImportProgress }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {phases[phase]}…
        </Text>
        <Text size="sm" c="dimmed">
          {words}
        </Text>
      </Group>
      <Progress value={share * 100} aria-label={phases[phase]} transitionDuration={200} />
    </Stack>
  );
}
