import { Center, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { NameMark } from "../components/name-mark.tsx";

interface FrameProps {
  title: string;
  words?: ReactNode;
  children: ReactNode;
}

/** The frame of screens for people who are not signed in. */
export function Frame({ title, words, children }: FrameProps) {
  useEffect(() => {
    document.title = `${title} – Waybill`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder shadow="sm" p={{ base: "lg", xs: "xl" }} w="100%" maw={420}>
        <Stack gap={4} mb="lg">
          <Group gap="xs" mb="xs">
            <NameMark size={28} />
            <Text fw={650}>Waybill</Text>
          </Group>
          <Title order={1}>{title}</Title>
          {words && (
            <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {words}
            </Text>
          )}
        </Stack>
        {children}
      </Paper>
    </Center>
  );
}
