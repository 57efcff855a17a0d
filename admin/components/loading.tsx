import { Box, Skeleton } from "@mantine/core";
import { LoadingSection } from "./loading-section.tsx";

/** Placeholder for a screen that is loading: its heading and its first section. */
export function Loading() {
  return (
    <div role="status" aria-label="Loading">
      <Box mb="lg">
        <Skeleton h={32} maw={240} mb={8} />
        <Skeleton h={18} maw={160} />
      </Box>
      <LoadingSection lines={8} />
    </div>
  );
}
