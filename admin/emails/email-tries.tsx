import { Text, Timeline } from "@mantine/core";
import type { EmailTry } from "../api/types.ts";
import { moment } from "../components/format.ts";
import { outcomes } from "./outcomes.ts";

/** Each delivery attempt with the mail server's response. */
export function EmailTries({ tries }: { tries: EmailTry[] }) {
  if (tries.length === 0) return <Text c="dimmed">No attempts yet.</Text>;
  return (
    <Timeline active={tries.length} bulletSize={14} lineWidth={2}>
      {tries.map(({ tried_at, outcome, response }) => (
        <Timeline.Item key={tried_at + response} title={outcomes[outcome].label} color={outcomes[outcome].color}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {response}
          </Text>
          <Text size="xs" c="dimmed">
            {moment(tried_at)}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
