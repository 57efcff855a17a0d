import { Skeleton, Stack } from "@mantine/core";

/** Stands in place of a screen that is on its way. */
export function Loading() {
  return (
    <Stack role="status" aria-label="Loading" gap="lg">
      <Skeleton h={32} maw={240} />
      <Skeleton h={280} />
    </Stack>
  );
}
