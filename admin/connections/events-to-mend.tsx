import { Box, Title } from "@mantine/core";
import { useEventsToMend } from "../api/connections.ts";
import { DataTable } from "../components/data-table.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { eventColumns } from "./event-list.tsx";

const pageSize = 20;

/** Events of all shops that need the owner; nothing if there are none. */
export function EventsToMend() {
  const page = usePage();
  const { data, error, refetch } = useEventsToMend({ page, page_size: pageSize });
  if (data?.total === 0) return null;
  return (
    <Box component="section" mt="xl" aria-labelledby="to-mend">
      <Title order={2} id="to-mend" mb="sm">
        Needs attention
      </Title>
      <DataTable
        label="Events that need attention"
        columns={eventColumns}
        rows={data?.connection_events}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={null}
      />
      <Pager list={data} pageSize={pageSize} />
    </Box>
  );
}
