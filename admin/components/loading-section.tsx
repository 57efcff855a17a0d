import { Paper, Skeleton, Stack } from "@mantine/core";

/** Keeps the place of words that are on their way. */
export const blankLine = "\u00a0";

/** Stands in place of a section on its way; as tall as one with so many lines. */
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
