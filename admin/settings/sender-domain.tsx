import { Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useSenderDomain } from "../api/mail-settings.ts";
import type { Answer } from "../api/types.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";
import { Section } from "../components/section.tsx";

type RecordCheck = Answer<"GET /mail_settings/sender_domain">["sender_domain"]["checks"][number];

const names = { spf: "SPF", dkim: "DKIM", dmarc: "DMARC" };

const badges = {
  ok: { color: "teal", words: "Found" },
  missing: { color: "orange", words: "Missing" },
  wrong: { color: "red", words: "Wrong" },
  no_answer: { color: "gray", words: "No answer" },
  not_checked: { color: "gray", words: "Not checked" },
};

/** The records in DNS by which receivers judge the emails. */
export function SenderDomain() {
  const { data, error, refetch, isFetching } = useSenderDomain();
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <LoadingSection lines={6} />;
  return (
    <Section title="Sender's domain">
      <Stack align="flex-start">
        <Text>
          With these records in the DNS of {data.domain}, receivers know that the emails are yours. Without them, emails
          end up as spam more often.
        </Text>
        {data.checks.map((check) => (
          <Check key={check.record} check={check} />
        ))}
        <Button variant="default" onClick={() => void refetch()} loading={isFetching}>
          Check again
        </Button>
      </Stack>
    </Section>
  );
}

function Check({ check: { record, status, name, found, publish, summary } }: { check: RecordCheck }) {
  const { color, words } = badges[status];
  return (
    <Stack gap={6} w="100%">
      <Group gap="xs">
        <Text fw={600}>{names[record]}</Text>
        <Badge color={color} variant="light">
          {words}
        </Badge>
      </Group>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {summary}
      </Text>
      {found !== null && status !== "ok" && <DnsText words={`TXT record at ${name} now:`} text={found} />}
      {publish !== null && <DnsText words={`TXT record to publish at ${name}:`} text={publish} />}
    </Stack>
  );
}

function DnsText({ words, text }: { words: string; text: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {words}
      </Text>
      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Code>
    </div>
  );
}
