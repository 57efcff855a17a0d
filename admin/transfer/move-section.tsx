import { Box, Stack, Text } from "@mantine/core";
import { useNewestMove } from "../api/moves.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";
import { Section } from "../components/section.tsx";
import { MoveForm } from "./move-form.tsx";
import { MoveOutcome } from "./move-outcome.tsx";
import { MoveProgress } from "./move-progress.tsx";

/** Brings the store over from another service with the same interface. */
export function MoveSection() {
  const { data, error, refetch } = useNewestMove();
  if (error && data === undefined) return <ErrorNotice error={error} retry={refetch} />;
  if (data === undefined) return <LoadingSection lines={4} />;
  const move = data?.move;
  const isRunning = move?.state === "running";
  return (
    <Section title="Move from another service">
      <Stack>
        <Text size="sm">
          Brings settings, products, files, orders and the history of downloads over from a service with the same
          interface as the unversioned API. Nobody gets an email. Compare first: nothing is changed. You can start again
          at any time, and it continues where it stopped.
        </Text>
        {move && !isRunning && <MoveOutcome move={move} report={data.report} />}
        {move && isRunning && <MoveProgress move={move} />}
        {/* Keeps the key and the token from the comparison for the move. */}
        <Box display={isRunning ? "none" : "block"}>
          <MoveForm from={move?.from ?? ""} />
        </Box>
      </Stack>
    </Section>
  );
}
