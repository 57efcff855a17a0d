import { Skeleton, Stack } from "@mantine/core";

/** Placeholder for a screen that is loading. */
export function Loading() {
  return (
    <Stack role="status" aria-label="Loading" gap="lg">
      <Skeleton h={32} maw={240} />
      <Skeleton h={280} />
    </Stack>
  );
}
