import { Group, Paper, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  /** Leaves out the title where the screen's heading says the same. */
  untitled?: boolean;
  /** The actions, beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a screen. */
export function Section({ title, untitled = false, actions, children }: SectionProps) {
  const id = useId();
  const padding = { base: "md", sm: "lg" };
  if (untitled) {
    return (
      <Paper withBorder p={padding} component="section" aria-label={title}>
        {children}
      </Paper>
    );
  }
  return (
    <Paper withBorder p={padding} component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
