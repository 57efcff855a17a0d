import { Badge, Button, Code, Divider, Group, List, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useAddMailHook, useMailHooks, useRemoveMailHook } from "../api/mail-hooks.ts";
import type { MailHook } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { Copy } from "../components/copy.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { moment } from "../components/format.ts";
import { LoadingSection } from "../components/loading-section.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { MailHookSecret } from "./mail-hook-secret.tsx";
import { mailServiceNames, mailServices } from "./mail-services.ts";

/** The addresses at which mail services report which emails came back. */
export function MailHooks() {
  const { data, error, refetch } = useMailHooks();
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <LoadingSection lines={4} />;
  return (
    <Section title="Reports of mail services">
      <Stack>
        <Text>
          A mail service can accept an email and learn later that it cannot be delivered. Let it report that here: the
          order appears under “needs attention”, and no more emails go to that address.
        </Text>
        {data.map((hook) => (
          <Stack key={hook.id}>
            <Divider />
            <Hook hook={hook} />
          </Stack>
        ))}
        <Divider />
        <AddHook />
      </Stack>
    </Section>
  );
}

function AddHook() {
  const [service, setService] = useState<MailHook["service"]>("postmark");
  const adding = useAddMailHook();
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Mail service"
        value={service}
        onChange={({ currentTarget }) => setService(currentTarget.value as MailHook["service"])}
        data={mailServiceNames.map((value) => ({ value, label: mailServices[value].name }))}
      />
      <Button
        variant="default"
        loading={adding.isPending}
        onClick={() => adding.mutate(service, { onError: showError })}
      >
        Create address
      </Button>
    </Group>
  );
}

function Hook({ hook }: { hook: MailHook }) {
  const { name, steps, secret } = mailServices[hook.service];
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          <Status hook={hook} />
        </Group>
        <Removal hook={hook} />
      </Group>
      <Group gap="xs">
        <Code fz="sm" style={{ overflowWrap: "anywhere" }}>
          {hook.url}
        </Code>
        <Copy value={hook.url} label={`Copy the address for ${name}`} />
      </Group>
      <List type="ordered" size="sm" spacing={6}>
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {secret && <MailHookSecret key={hook.secret} hook={hook} {...secret} />}
    </Stack>
  );
}

function Status({ hook: { first_event_at, last_event_at, refused_count, last_refused_at } }: { hook: MailHook }) {
  return (
    <>
      <Badge variant="light" color={first_event_at === null ? "yellow" : "teal"}>
        {first_event_at === null ? "Waiting for the first report" : "Connected"}
      </Badge>
      <Text size="sm" c="dimmed">
        {last_event_at !== null && `Last report: ${moment(last_event_at)}. `}
        {last_refused_at !== null &&
          `${refused_count} refused because of a wrong secret, last on ${moment(last_refused_at)}.`}
      </Text>
    </>
  );
}

function Removal({ hook: { id, service } }: { hook: MailHook }) {
  const { name } = mailServices[service];
  const removing = useRemoveMailHook();
  const ask = () =>
    confirmAction({
      title: `Remove the address for ${name}?`,
      words: "Reports sent to it are no longer accepted. Create a new address to get them again.",
      confirmLabel: "Remove address",
      onConfirm: () =>
        removing.mutate(id, { onSuccess: () => showDone(`The address for ${name} was removed.`), onError: showError }),
    });
  return (
    <Button color="red" variant="subtle" size="compact-sm" loading={removing.isPending} onClick={ask}>
      Remove…
    </Button>
  );
}
