import { Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";

interface FoldedFieldsProps {
  title: string;
  /** Whether one of the fields has a value: then they are shown at first. */
  isUsed: boolean;
  /** Whether one of the fields is wrong: then they are shown. */
  isWrong: boolean;
  children: ReactNode;
}

/** Fields that few products need, under a heading that shows them. */
export function FoldedFields({ title, isUsed, isWrong, children }: FoldedFieldsProps) {
  const [opened, setOpened] = useState(isUsed);
  return (
    <details open={opened || isWrong} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <Text component="summary" fw={600} py="xs" style={{ cursor: "pointer" }}>
        {title}
      </Text>
      <Stack pt="xs">{children}</Stack>
    </details>
  );
}
