import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** Says why a list is empty and what to do; `children` are the buttons. */
export function EmptyState({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={440} style={{ textWrap: "balance" }}>
        {words}
      </Text>
      {children && (
        <Group mt="sm" justify="center">
          {children}
        </Group>
      )}
    </Stack>
  );
}
