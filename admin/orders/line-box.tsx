import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface LineBoxProps {
  name: string;
  /** Left out if it is the name. */
  sku?: string;
  /** The button's label. */
  action: "Remove" | "Keep";
  onAction: () => void;
  children?: ReactNode;
}

/** One product of an order that is being created or changed. */
export function LineBox({ name, sku, action, onAction, children }: LineBoxProps) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {sku}
          </Text>
        </Stack>
        <Button size="compact-sm" variant="default" onClick={onAction} aria-label={`${action} ${name}`} flex="none">
          {action}
        </Button>
      </Group>
      {children}
    </Paper>
  );
}
