import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A list of `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box component="dl" m={0} style={{ display: "grid", gap: "var(--mantine-spacing-sm)" }}>
      {children}
    </Box>
  );
}

/** A name and its value, such as a date. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}
