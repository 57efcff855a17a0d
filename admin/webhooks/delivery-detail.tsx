import { Button, Code, Group, Stack, Text } from "@mantine/core";
import type { WebhookDeliveryWithBody } from "../api/types.ts";
import { useDelivery, useResend } from "../api/webhooks.ts";
import { moment } from "../components/format.ts";
import { NotShown } from "../components/not-shown.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Section } from "../components/section.tsx";
import { DeliveryState } from "./states.tsx";

const list = { to: "/admin/settings/webhooks", label: "Webhooks" };

/** One event for one endpoint: what was sent, and what came back. */
export function DeliveryDetail({ id }: { id: string }) {
  const { data, error, refetch } = useDelivery(id);
  if (!data) return <NotShown title="Delivery" back={list} error={error} retry={refetch} />;
  const back = { to: `/admin/settings/webhooks/${data.endpoint_id}`, label: "Endpoint" };
  return (
    <>
      <PageHeader title={data.event} words={moment(data.created_at)} back={back}>
        {data.body !== null && <Resend id={data.id} />}
      </PageHeader>
      <Stack>
        <Attempts delivery={data} />
        <Body delivery={data} />
      </Stack>
    </>
  );
}

function Resend({ id }: { id: number }) {
  const resending = useResend(id);
  const resend = () =>
    resending.mutate(undefined, { onSuccess: () => showDone("The event is sent again."), onError: showError });
  return (
    <Button variant="default" loading={resending.isPending} onClick={resend}>
      Send again
    </Button>
  );
}

function Attempts({ delivery: { status, attempts, next_attempt_at } }: { delivery: WebhookDeliveryWithBody }) {
  return (
    <Section title="Attempts" actions={<DeliveryState status={status} />}>
      <Stack>
        {next_attempt_at !== null && <Text size="sm">Next attempt: {moment(next_attempt_at)}</Text>}
        {attempts.length === 0 && (
          <Text size="sm" c="dimmed">
            Not tried yet.
          </Text>
        )}
        {attempts.toReversed().map(({ attempted_at, status: code, response, duration_milliseconds }) => (
          <Stack key={`${attempted_at} ${duration_milliseconds}`} gap={6}>
            <Group gap="xs" justify="space-between">
              <Text size="sm" fw={500}>
                {code === null ? "No answer" : `Answer ${code}`}
              </Text>
              <Text size="xs" c="dimmed">
                {moment(attempted_at)}, {duration_milliseconds} ms
              </Text>
            </Group>
            {response !== "" && (
              <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
                {response}
              </Code>
            )}
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}

function Body({ delivery: { body, message_id } }: { delivery: WebhookDeliveryWithBody }) {
  return (
    <Section title="Message">
      <Stack>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          webhook-id: <Code>{message_id}</Code>
        </Text>
        {body === null ? (
          <Text size="sm" c="dimmed">
            Erased with its order.
          </Text>
        ) : (
          <Code
            block
            tabIndex={0}
            aria-label="Body"
            mah={480}
            style={{ overflow: "auto", overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
          >
            {JSON.stringify(JSON.parse(body), null, 2)}
          </Code>
        )}
      </Stack>
    </Section>
  );
}
