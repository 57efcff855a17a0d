import { Group, Paper, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { useAttention } from "../api/stats.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { TextLink } from "../components/links.tsx";
import { tasksOf } from "./attention-tasks.ts";

/**
 * Problems that keep customers from their purchases, each with a link to solve it. Renders nothing if there are none.
 */
export function AttentionList({ attention: { data, error, refetch } }: { attention: ReturnType<typeof useAttention> }) {
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  const tasks = data ? tasksOf(data) : [];
  if (tasks.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="attention">
      <Title order={2} id="attention" mb="xs">
        Needs attention
      </Title>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {tasks.map(({ key, icon: Icon, words, why, to, linkLabel }) => (
          <Group key={key} component="li" gap="sm" align="flex-start" wrap="nowrap">
            <ThemeIcon variant="light" color="orange" size="md" radius="xl" mt={2} aria-hidden>
              <Icon size={14} />
            </ThemeIcon>
            <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
              <Text fw={500}>{words}</Text>
              <Text size="sm" c="dimmed">
                {why}{" "}
                <TextLink to={to} underline="always">
                  {linkLabel}
                </TextLink>
              </Text>
            </div>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
