import { Text } from "@mantine/core";
import { useOrderDownloads } from "../api/orders.ts";
import type { Download, Order } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { moment } from "../components/format.ts";
import { Pager, usePage } from "../components/pager.tsx";
import { Section } from "../components/section.tsx";
import { Shortened } from "../components/shortened.tsx";
import { clientColumn, clientWords } from "../downloads/client-column.tsx";
import { sentWords } from "../downloads/sent-words.ts";
import { sizeColumn } from "../downloads/size-column.tsx";

const pageSize = 20;

const columns: Column<Download>[] = [
  { header: "Time", cell: ({ downloaded_at }) => moment(downloaded_at), nowrap: true },
  { header: "File", cell: (download) => <File download={download} /> },
  clientColumn,
  sizeColumn,
];

/** Every counted download of the order, newest first. */
export function OrderDownloads({ id }: { id: Order["id"] }) {
  const page = usePage();
  const { data, error, refetch } = useOrderDownloads(id, { page, page_size: pageSize });
  return (
    <Section title="Downloads">
      <DataTable
        label="Downloads"
        columns={columns}
        rows={data?.downloads}
        total={data?.total}
        rowKey={(download) => download.id}
        error={error}
        retry={refetch}
        empty={
          <Text size="sm" c="dimmed">
            No downloads yet.
          </Text>
        }
      />
      <Pager list={data} pageSize={pageSize} />
    </Section>
  );
}

function File({ download }: { download: Download }) {
  return (
    <>
      <Shortened value={download.filename} />
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {sentWords(download)}
      </Text>
      <Shortened value={clientWords(download)} size="xs" c="dimmed" hiddenFrom="sm" />
    </>
  );
}
