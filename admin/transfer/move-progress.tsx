import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useStopMove } from "../api/moves.ts";
import type { Move } from "../api/types.ts";
import { number } from "../components/format.ts";
import { showError } from "../components/notify.tsx";

/** How far a move is. */
export function MoveProgress({ move }: { move: Move }) {
  const { id, from, dry_run, step, step_done: done, step_total: total, notice } = move;
  const stopping = useStopMove(id);
  const words = step === null ? "Starting" : step[0]?.toUpperCase() + step.slice(1);
  return (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {dry_run ? "Comparing with" : "Moving from"} <b>{from}</b>
      </Text>
      <Stack gap={4}>
        <Group justify="space-between">
          <Text size="sm" role="status">
            {words}…
          </Text>
          <Text size="sm" c="dimmed">
            {total > 0 && `${number(done)} of ${number(total)}`}
          </Text>
        </Group>
        <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={words} transitionDuration={200} />
        {notice && (
          <Text size="sm" c="dimmed">
            {notice}
          </Text>
        )}
      </Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          You can leave this page.
        </Text>
        <Button
          variant="default"
          loading={stopping.isPending}
          onClick={() => stopping.mutate(undefined, { onError: showError })}
        >
          Stop
        </Button>
      </Group>
    </Stack>
  );
}
