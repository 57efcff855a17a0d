import { Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { Icon } from "@primer/octicons-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: Icon;
  title: string;
  words: string;
  children?: ReactNode;
}

/** Says why a list is empty and what to do; `children` are the buttons. */
export function EmptyState({ icon: Icon, title, words, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      {Icon && (
        <ThemeIcon variant="light" size={52} radius="xl" mb="xs" aria-hidden>
          <Icon size={24} />
        </ThemeIcon>
      )}
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
