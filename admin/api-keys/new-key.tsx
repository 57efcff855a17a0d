import { Box, Button, Group, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import { useCreateKey } from "../api/api-keys.ts";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { SecretOnce } from "../components/secret-once.tsx";
import { Section } from "../components/section.tsx";
import { expiryOf, KeyFields, useKeyForm } from "./key-fields.tsx";

const list = { to: "/admin/settings/api", label: "API" };

/** Creates a key, and shows it once. */
export function NewKey() {
  const [key, setKey] = useState<string | null>(null);
  return (
    <>
      <PageHeader title="Create a key" back={list} />
      {key === null ? (
        <Form created={setKey} />
      ) : (
        <Stack align="flex-start">
          <SecretOnce
            secret={key}
            words="The program sends it as a Bearer token, or as the password of HTTP Basic. Keep it on your server."
          />
          <LinkButton to={list.to}>Continue</LinkButton>
        </Stack>
      )}
    </>
  );
}

function Form({ created }: { created: (key: string) => void }) {
  const creating = useCreateKey();
  const { form, element, forget } = useKeyForm(null, creating.error);
  const create = ({ name, scopes, test, expires_at }: typeof form.values) =>
    creating.mutate(
      { name: name.trim(), scopes, test, expires_at: expiryOf(expires_at, null) },
      {
        onSuccessIfMounted: (key) => {
          forget();
          created(key);
        },
      },
    );
  return (
    <Box maw={720}>
      <Section title="Key">
        <form {...element(create)}>
          <Stack>
            <KeyFields form={form} refusal={creating.error} />
            <Switch
              label="Test mode"
              description="Orders created with it are tests: their emails go only to the store's email address, and no figure counts them. Cannot be changed later."
              {...form.getInputProps("test", { type: "checkbox" })}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={creating.isPending}>
                Create key
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
    </Box>
  );
}
