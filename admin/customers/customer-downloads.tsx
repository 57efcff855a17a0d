import { Text } from "@mantine/core";
import { useCustomerDownloads } from "../api/customers.ts";
import type { Download } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { moment, number } from "../components/format.ts";
import { nameOfOrder, OrderLink } from "../components/order-link.tsx";
import { Section } from "../components/section.tsx";
import { Shortened } from "../components/shortened.tsx";
import { clientColumn, clientWords } from "../downloads/client-column.tsx";

const shown = 20;

const columns: Column<Download>[] = [
  { header: "File", cell: (download) => <File download={download} /> },
  {
    header: "Order",
    cell: (download) => download.order_id !== null && <OrderLink id={download.order_id} name={nameOfOrder(download)} />,
  },
  clientColumn,
];

/** The newest downloads of all orders of the customer. */
export function CustomerDownloads({ email }: { email: string }) {
  const { data, error, refetch } = useCustomerDownloads(email, { page: 1, page_size: shown });
  return (
    <Section title="Downloads">
      <DataTable
        label="Downloads"
        columns={columns}
        rows={data?.downloads}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={
          <Text size="sm" c="dimmed">
            No downloads yet.
          </Text>
        }
      />
      {data && data.total > shown && (
        <Text size="sm" c="dimmed" mt="sm">
          Showing the newest {shown} of {number(data.total)} downloads.
        </Text>
      )}
    </Section>
  );
}

function File({ download }: { download: Download }) {
  return (
    <>
      <Shortened value={download.filename} />
      <Text size="xs" c="dimmed">
        {moment(download.downloaded_at)}
      </Text>
      <Shortened value={clientWords(download)} size="xs" c="dimmed" hiddenFrom="sm" />
    </>
  );
}
