import { Paper, Skeleton, Stack } from "@mantine/core";

/** Reserves a line for text that is loading. */
export const blankLine = "\u00a0";

/** A placeholder for a section with this many lines. */
export function LoadingSection({ lines = 4 }: { lines?: number }) {
  return (
    <Paper withBorder p={{ base: "md", sm: "lg" }}>
      <Skeleton h={22} w={140} mb="md" />
      <Stack gap="sm">
        {Array.from({ length: lines }, (_, line) => line).map((line) => (
          <Skeleton key={line} h={18} w={line % 3 === 2 ? "60%" : "100%"} />
        ))}
      </Stack>
    </Paper>
  );
}
