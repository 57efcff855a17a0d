import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { isolated } from "../format.ts";
import type { UploadFile } from "./upload-file.ts";
import { canCancel, failureWords, percentOf, progressWords, stateColors, stateOf } from "./upload-words.ts";
import { cancel, pauseOrResume, retry } from "./uploads.ts";
import { useTimeLeft } from "./use-time-left.ts";

/** One running upload with its buttons. */
export function UploadRow({ file, connected }: { file: UploadFile; connected: boolean }) {
  const { name, replacesName } = file.meta;
  const state = stateOf(file, connected);
  const left = useTimeLeft(Number(file.progress.bytesUploaded), file.size ?? 0, state === "sending");
  const canPause = !["canceling", "failed", "storing"].includes(state) && !file.progress.uploadComplete;
  return (
    <Stack gap={6} component="li">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {replacesName === null ? "" : `Replaces ${isolated(replacesName)}. `}
            {[progressWords(file, state), left].filter(Boolean).join(", ")}
          </Text>
        </Stack>
        <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
          {canPause && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => pauseOrResume(file)}
              aria-label={`${state === "paused" ? "Resume" : "Pause"} ${name}`}
            >
              {state === "paused" ? "Resume" : "Pause"}
            </Button>
          )}
          {state === "failed" && (
            <Button size="compact-sm" variant="default" onClick={() => retry(file)} aria-label={`Try again: ${name}`}>
              Try again
            </Button>
          )}
          {canCancel(file) && (
            <Button size="compact-sm" variant="default" onClick={() => cancel(file)} aria-label={`Cancel ${name}`}>
              Cancel
            </Button>
          )}
        </Group>
      </Group>
      <Progress
        value={state === "storing" ? 100 : percentOf(file)}
        color={stateColors[state]}
        animated={state === "storing"}
        aria-label={`Upload of ${name}`}
      />
      {state === "failed" && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failureWords(file)}
        </Text>
      )}
    </Stack>
  );
}
