import { Text } from "@mantine/core";
import { useConnectionEvents } from "../api/connections.ts";
import type { Connection, ListedConnectionEvent } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { moment } from "../components/format.ts";
import { nameOfOrder, OrderLink } from "../components/order-link.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { Section } from "../components/section.tsx";
import { Shortened } from "../components/shortened.tsx";
import { EventState, problemWords } from "./event-words.tsx";

const pageSize = 20;

const eventAddress = ({ id }: ListedConnectionEvent) => `/admin/connections/events/${id}`;

export const eventColumns: Column<ListedConnectionEvent>[] = [
  {
    header: "Event",
    cell: (event) => (
      <>
        <Shortened value={event.topic} to={eventAddress(event)} miw={112} />
        <Text size="xs" c="dimmed">
          {moment(event.received_at)}
        </Text>
      </>
    ),
  },
  {
    header: "Status",
    cell: (event) => (
      <>
        <EventState event={event} />
        {problemWords(event) && (
          <Text size="xs" maw={420} lineClamp={6} title={problemWords(event)} style={{ overflowWrap: "anywhere" }}>
            {problemWords(event)}
          </Text>
        )}
      </>
    ),
  },
  {
    header: "In the shop",
    cell: ({ external_id: id }) => id && <Shortened value={id} width="narrow" />,
    desktopOnly: true,
  },
  {
    header: "Order",
    cell: (event) => event.order_id !== null && <OrderLink id={event.order_id} name={nameOfOrder(event)} />,
    desktopOnly: true,
  },
];

/** What the shop has sent, newest first. */
export function EventList({ connection: { id, last_event_at, attention_count } }: { connection: Connection }) {
  const page = usePage();
  const since = `${last_event_at} ${attention_count}`;
  const { data, error, refetch } = useConnectionEvents(id, { page, page_size: pageSize }, since);
  return (
    <Section title="Events">
      <DataTable
        label="Events"
        columns={eventColumns}
        rows={data?.connection_events}
        total={data?.total}
        rowKey={(event) => event.id}
        error={error}
        retry={refetch}
        empty={
          <Text size="sm" c="dimmed">
            Nothing has arrived yet. Events are kept for 90 days.
          </Text>
        }
      />
      <Pager list={data} pageSize={pageSize} />
    </Section>
  );
}
