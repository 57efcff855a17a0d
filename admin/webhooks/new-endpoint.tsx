import { Box, Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useAddEndpoint } from "../api/webhooks.ts";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { SecretOnce } from "../components/secret-once.tsx";
import { Section } from "../components/section.tsx";
import { EndpointFields, sentOf, useEndpointForm } from "./endpoint-fields.tsx";

const list = { to: "/admin/settings/webhooks", label: "Webhooks" };

/** Adds an endpoint, and shows its secret once. */
export function NewEndpoint() {
  const [added, setAdded] = useState<{ id: number; secret: string } | null>(null);
  return (
    <>
      <PageHeader title="Add an endpoint" back={list} />
      {added ? (
        <Stack align="flex-start">
          <SecretOnce
            secret={added.secret}
            words="Your code uses it to check that a message comes from your store. Keep it on your server."
          />
          <LinkButton to={`${list.to}/${added.id}`}>Continue</LinkButton>
        </Stack>
      ) : (
        <Form added={setAdded} />
      )}
    </>
  );
}

function Form({ added }: { added: (endpoint: { id: number; secret: string }) => void }) {
  const adding = useAddEndpoint();
  const { form, element, forget } = useEndpointForm(null, adding.error);
  const add = (values: typeof form.values) =>
    adding.mutate(sentOf(values), {
      onSuccessIfMounted: ({ id, secret }) => {
        forget();
        added({ id, secret: secret ?? "" });
      },
    });
  return (
    <Box maw={720}>
      <Section title="Endpoint">
        <form {...element(add)}>
          <Stack>
            <EndpointFields form={form} refusal={adding.error} headerNames={[]} />
            <Group justify="flex-end">
              <Button type="submit" loading={adding.isPending}>
                Add endpoint
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
    </Box>
  );
}
