import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useApiKeys, useChangeKey, useReplaceKey, useRevokeKey } from "../api/api-keys.ts";
import type { ApiKey } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { isolated, moment } from "../components/format.ts";
import { LinkButton } from "../components/links.tsx";
import { NotShown } from "../components/not-shown.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { SecretOnce } from "../components/secret-once.tsx";
import { Section } from "../components/section.tsx";
import { forgetUnsaved } from "../components/unsaved.tsx";
import { NotFound } from "../settings/not-found.tsx";
import { expiryOf, KeyFields, useKeyForm } from "./key-fields.tsx";
import { KeyState } from "./key-states.tsx";

const list = { to: "/admin/settings/api", label: "API" };

/** One key: what it may do, its secret, and its end. */
export function KeyDetail({ id }: { id: number }) {
  const { data, error, refetch } = useApiKeys();
  if (!data) return <NotShown title="API key" back={list} error={error} retry={refetch} />;
  const apiKey = data.find((one) => one.id === id);
  if (!apiKey) return <NotFound />;
  return (
    <>
      <PageHeader title={apiKey.name} back={list}>
        <KeyState apiKey={apiKey} />
      </PageHeader>
      <Stack gap="lg">
        <Secret apiKey={apiKey} />
        <Access apiKey={apiKey} />
        <Revocation apiKey={apiKey} />
      </Stack>
    </>
  );
}

function Secret({ apiKey }: { apiKey: ApiKey }) {
  const replacing = useReplaceKey(apiKey.id);
  const [key, setKey] = useState<string | null>(null);
  const ask = () =>
    confirmAction({
      title: "Replace the key?",
      words: "You get a new key. The current one works for another 24 hours, so that you can change the program.",
      confirmLabel: "Replace key",
      onConfirm: () => replacing.mutate(undefined, { onSuccess: setKey, onError: showError }),
    });
  return (
    <Section
      title="Key"
      actions={
        <LinkButton size="compact-sm" variant="subtle" to={`${list.to}/calls?api_key_id=${apiKey.id}`}>
          Last calls
        </LinkButton>
      }
    >
      <Stack align="flex-start">
        {key !== null && <SecretOnce secret={key} words="The previous key works for another 24 hours." />}
        <Text size="sm">
          Ends in <Code>{apiKey.last_four}</Code>. {apiKey.last_used_at === null ? "Not used yet." : "Last used "}
          {apiKey.last_used_at !== null && `${moment(apiKey.last_used_at)}.`}
        </Text>
        {apiKey.replaced_ends_at !== null && (
          <Text size="sm">
            The previous key, which ends in <Code>{apiKey.replaced_last_four}</Code>, works until{" "}
            {moment(apiKey.replaced_ends_at)}.
          </Text>
        )}
        <Button variant="default" loading={replacing.isPending} onClick={ask}>
          Replace key…
        </Button>
      </Stack>
    </Section>
  );
}

function Access({ apiKey }: { apiKey: ApiKey }) {
  const changing = useChangeKey(apiKey.id);
  const { form, element } = useKeyForm(apiKey, changing.error);
  const save = ({ name, scopes, test, expires_at }: typeof form.values) =>
    changing.mutate(
      { name: name.trim(), scopes, expires_at: expiryOf(expires_at, apiKey) },
      {
        onSuccess: () => {
          showDone("Key saved.");
          const saved = { name: name.trim(), scopes, test, expires_at };
          form.setInitialValues(saved);
          form.setValues(saved);
        },
      },
    );
  return (
    <Section title="Access">
      <form {...element(save)}>
        <Stack>
          <KeyFields form={form} refusal={changing.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={changing.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function Revocation({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const navigate = useNavigate();
  const revoking = useRevokeKey(id);
  const ask = () =>
    confirmAction({
      title: "Revoke this key?",
      words: `${isolated(name)} stops working at once. This cannot be undone.`,
      confirmLabel: "Revoke key",
      onConfirm: () =>
        revoking.mutate(undefined, {
          onSuccess: () => showDone("The key was revoked."),
          onSuccessIfMounted: () => {
            forgetUnsaved();
            navigate(list.to);
          },
          onError: showError,
        }),
    });
  return (
    <Section title="Revoke">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={420}>
          The program that uses it loses access at once.
        </Text>
        <Button color="red" variant="light" loading={revoking.isPending} onClick={ask}>
          Revoke key…
        </Button>
      </Group>
    </Section>
  );
}
