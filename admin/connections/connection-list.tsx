import { Badge, Stack } from "@mantine/core";
import { PlugIcon } from "@primer/octicons-react";
import { useConnections } from "../api/connections.ts";
import { useRights } from "../api/session.ts";
import type { Connection } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { moment } from "../components/format.ts";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Shortened } from "../components/shortened.tsx";
import { EventsToMend } from "./events-to-mend.tsx";
import { RemoveButton } from "./removal.tsx";
import { shops } from "./shops.ts";
import { missingFields } from "./unfinished.ts";

const columns: Column<Connection>[] = [
  { header: "Name", cell: ({ id, name }) => <Shortened value={name} to={`/admin/connections/${id}`} /> },
  { header: "Shop", cell: ({ kind }) => shops[kind].name, desktopOnly: true },
  { header: "Status", cell: (connection) => <State connection={connection} /> },
  { header: "Last event", cell: ({ last_event_at: at }) => (at ? moment(at) : ""), nowrap: true, desktopOnly: true },
];

/** The connected shops, and what they sent that needs the owner. */
export function ConnectionList() {
  const { data, error, refetch } = useConnections();
  const { canManage } = useRights();
  const connect = canManage && <LinkButton to="/admin/connections/new">Connect a shop</LinkButton>;
  return (
    <>
      <PageHeader title="Connections" words="Shops that send their orders to Waybill.">
        {data && data.length > 0 && connect}
      </PageHeader>
      <DataTable
        label="Connections"
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={
          <EmptyState
            icon={PlugIcon}
            title="No shop connected"
            words="Connect your shop, and each paid order is delivered without code. It takes about two minutes."
          >
            {connect}
          </EmptyState>
        }
      />
      {data && data.length > 0 && <EventsToMend />}
    </>
  );
}

/** A color and a word, as not everyone sees the color. */
function State({ connection }: { connection: Connection }) {
  const { first_event_at, attention_count: count, test } = connection;
  const { canManage } = useRights();
  const [color, words] =
    canManage && missingFields(connection).length > 0
      ? ["gray", "Not finished"]
      : first_event_at === null
        ? ["yellow", "Waiting for the first event"]
        : count > 0
          ? ["red", count === 1 ? "1 needs attention" : `${count} need attention`]
          : ["teal", test ? "Working, test mode" : "Working"];
  return (
    <Stack gap={6} align="flex-start">
      <Badge variant="light" color={color}>
        {words}
      </Badge>
      {/* Nothing is lost with a shop that has sent nothing. */}
      {canManage && first_event_at === null && <RemoveButton connection={connection} />}
    </Stack>
  );
}
