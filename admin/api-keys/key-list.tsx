import { Group, Text } from "@mantine/core";
import { KeyIcon } from "@primer/octicons-react";
import { useApiKeys } from "../api/api-keys.ts";
import type { ApiKey } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";
import { Section } from "../components/section.tsx";
import { Shortened } from "../components/shortened.tsx";
import { KeyState, LastUse } from "./key-states.tsx";

const columns: Column<ApiKey>[] = [
  {
    header: "Name",
    cell: ({ id, name, last_four }) => (
      <>
        <Shortened value={name} to={`/admin/settings/api/${id}`} />
        <Text size="xs" c="dimmed" ff="monospace">
          wb_…{last_four}
        </Text>
      </>
    ),
  },
  { header: "May do", cell: ({ scopes }) => <Shortened value={scopes.join(", ")} />, desktopOnly: true },
  { header: "Last used", cell: (apiKey) => <LastUse apiKey={apiKey} /> },
  { header: "Status", cell: (apiKey) => <KeyState apiKey={apiKey} /> },
];

/** The store's keys. */
export function KeyList() {
  const { data, error, refetch } = useApiKeys();
  const create = <LinkButton to="/admin/settings/api/new">Create key</LinkButton>;
  return (
    <Section
      title="API keys"
      actions={
        <Group gap="xs">
          <LinkButton to="/admin/settings/api/calls" variant="default">
            Last calls
          </LinkButton>
          {data && data.length > 0 && create}
        </Group>
      }
    >
      <DataTable
        label="API keys"
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={
          <EmptyState
            icon={KeyIcon}
            title="No keys"
            words="Create a key for each program. You can limit what each key can do, and revoke it without affecting the others."
          >
            {create}
          </EmptyState>
        }
      />
    </Section>
  );
}
