import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { WebhookEndpoint } from "../api/types.ts";
import { useChangeEndpoint, useDeleteEndpoint, useEndpoint, useReplaceSecret, useSendTest } from "../api/webhooks.ts";
import { confirmAction } from "../components/confirm.tsx";
import { moment } from "../components/format.ts";
import { NotShown } from "../components/not-shown.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { SecretOnce } from "../components/secret-once.tsx";
import { Section } from "../components/section.tsx";
import { forgetUnsaved } from "../components/unsaved.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { EndpointFields, sentOf, useEndpointForm } from "./endpoint-fields.tsx";
import { Replay } from "./replay.tsx";

const list = { to: "/admin/settings/webhooks", label: "Webhooks" };

/** One endpoint: its state, what was sent to it, and its settings. */
export function EndpointDetail({ id }: { id: string }) {
  const { data, error, refetch } = useEndpoint(id);
  if (!data) return <NotShown title="Endpoint" back={list} error={error} retry={refetch} />;
  return (
    <>
      <PageHeader title={data.name ?? new URL(data.url).host} words={data.url} back={list}>
        {data.disabled_at === null && <TestButton endpoint={data} />}
      </PageHeader>
      <Stack>
        <Problem endpoint={data} />
        <DeliveryList endpoint={data} />
        {data.disabled_at === null && <Replay endpoint={data} />}
        <Settings endpoint={data} />
        <Secret endpoint={data} />
        <Removal endpoint={data} />
      </Stack>
    </>
  );
}

function TestButton({ endpoint: { id } }: { endpoint: WebhookEndpoint }) {
  const sending = useSendTest(id);
  const send = () =>
    sending.mutate(undefined, {
      onSuccess: () => showDone("The test event is on its way. See the answer below."),
      onError: showError,
    });
  return (
    <Button variant="default" loading={sending.isPending} onClick={send}>
      Send test event
    </Button>
  );
}

const reasons = {
  owner: "You disabled this endpoint.",
  failing: "This endpoint was disabled because all attempts failed for three days.",
  gone: "This endpoint was disabled because it answered 410 Gone.",
};

function Problem({ endpoint }: { endpoint: WebhookEndpoint }) {
  const changing = useChangeEndpoint(endpoint.id);
  const enable = () =>
    changing.mutate({ disabled: false }, { onSuccess: () => showDone("The endpoint is enabled."), onError: showError });
  if (endpoint.disabled_at !== null) {
    return (
      <Alert color="red" title="Nothing is sent to it">
        <Stack align="flex-start" gap="sm">
          <Text size="sm">{reasons[endpoint.disabled_reason ?? "owner"]} Events in between are not sent.</Text>
          <Button size="compact-sm" loading={changing.isPending} onClick={enable}>
            Enable
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (endpoint.failing_since === null) return null;
  return (
    <Alert color="yellow" title="Attempts fail">
      All attempts have failed since {moment(endpoint.failing_since)}. After three days, the endpoint is disabled.
    </Alert>
  );
}

function Settings({ endpoint }: { endpoint: WebhookEndpoint }) {
  const changing = useChangeEndpoint(endpoint.id);
  const { form, element } = useEndpointForm(endpoint, changing.error);
  const disabling = useChangeEndpoint(endpoint.id);
  const disable = () =>
    disabling.mutate(
      { disabled: true },
      { onSuccess: () => showDone("The endpoint is disabled."), onError: showError },
    );
  const save = (values: typeof form.values) =>
    changing.mutate(sentOf(values), {
      onSuccess: () => {
        showDone("Endpoint saved.");
        const saved = { ...values, url: values.url.trim(), headers: null };
        form.setInitialValues(saved);
        form.setValues(saved);
      },
    });
  return (
    <Section title="Settings">
      <form {...element(save)}>
        <Stack>
          <EndpointFields form={form} refusal={changing.error} headerNames={endpoint.header_names} />
          <Group justify="flex-end">
            {endpoint.disabled_at === null && (
              <Button variant="default" loading={disabling.isPending} onClick={disable}>
                Disable
              </Button>
            )}
            <Button type="submit" loading={changing.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function Secret({ endpoint: { id } }: { endpoint: WebhookEndpoint }) {
  const replacing = useReplaceSecret(id);
  const [secret, setSecret] = useState<string | null>(null);
  const ask = () =>
    confirmAction({
      title: "Replace the secret?",
      words: "For 24 hours, messages are signed with both secrets, so that you can change your code.",
      confirmLabel: "Replace secret",
      onConfirm: () => replacing.mutate(undefined, { onSuccess: setSecret, onError: showError }),
    });
  return (
    <Section title="Secret">
      <Stack align="flex-start">
        {secret !== null && (
          <SecretOnce
            secret={secret}
            words="The previous secret works for another 24 hours: messages are signed with both."
          />
        )}
        <Text size="sm" c="dimmed">
          Your code checks with it that a message comes from your store.
        </Text>
        <Button variant="default" loading={replacing.isPending} onClick={ask}>
          Replace secret…
        </Button>
      </Stack>
    </Section>
  );
}

function Removal({ endpoint: { id, url } }: { endpoint: WebhookEndpoint }) {
  const navigate = useNavigate();
  const removing = useDeleteEndpoint(id);
  const ask = () =>
    confirmAction({
      title: "Remove this endpoint?",
      words: `No more events are sent to ${url}, and the log of its deliveries is deleted.`,
      confirmLabel: "Remove endpoint",
      onConfirm: () =>
        removing.mutate(undefined, {
          onSuccess: () => showDone("The endpoint was removed."),
          onSuccessIfMounted: () => {
            forgetUnsaved();
            navigate(list.to);
          },
          onError: showError,
        }),
    });
  return (
    <Section title="Remove">
      <Group justify="space-between">
        <Text c="dimmed" flex="1 1 260px">
          No more events are sent to it, and its log is deleted.
        </Text>
        <Button color="red" variant="light" loading={removing.isPending} onClick={ask}>
          Remove endpoint…
        </Button>
      </Group>
    </Section>
  );
}
