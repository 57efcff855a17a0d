import { Text } from "@mantine/core";
import { BroadcastIcon } from "@primer/octicons-react";
import type { WebhookEndpoint } from "../api/types.ts";
import { useEndpoints } from "../api/webhooks.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Shortened } from "../components/shortened.tsx";
import { EndpointState } from "./states.tsx";

const columns: Column<WebhookEndpoint>[] = [
  {
    header: "Endpoint",
    cell: ({ id, name, url }) => (
      <>
        <Shortened value={name ?? url} to={`/admin/settings/webhooks/${id}`} />
        {name !== null && (
          <Text size="xs" c="dimmed" truncate>
            {new URL(url).host}
          </Text>
        )}
      </>
    ),
  },
  {
    header: "Events",
    cell: ({ events }) => <Text size="sm">{events.length === 1 ? events[0] : events.length}</Text>,
    desktopOnly: true,
  },
  { header: "Status", cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
];

/** The store's endpoints. */
export function EndpointList() {
  const { data, error, refetch } = useEndpoints();
  const add = <LinkButton to="/admin/settings/webhooks/new">Add endpoint</LinkButton>;
  return (
    <>
      <PageHeader title="Webhooks" words="URLs that receive your store's events.">
        {data && data.length > 0 && add}
      </PageHeader>
      <DataTable
        label="Endpoints"
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={
          <EmptyState
            icon={BroadcastIcon}
            title="No endpoints"
            words="Add a URL, and your other systems learn of orders, downloads and more as they happen."
          >
            {add}
          </EmptyState>
        }
      />
    </>
  );
}
