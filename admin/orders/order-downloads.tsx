import { Text } from "@mantine/core";
import { useOrderDownloads } from "../api/orders.ts";
import type { Download, Order } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { downloadedBytes, moment } from "../components/format.ts";
import { Pager, usePage } from "../components/pager.tsx";
import { programName } from "../components/program.ts";
import { ProgramCell } from "../components/program-cell.tsx";
import { Section } from "../components/section.tsx";
import { Shortened } from "../components/shortened.tsx";

const pageSize = 20;

const columns: Column<Download>[] = [
  { header: "Time", cell: ({ downloaded_at }) => moment(downloaded_at), nowrap: true },
  { header: "File", cell: (download) => <File download={download} /> },
  { header: "IP address", cell: ({ ip_address }) => ip_address, desktopOnly: true },
  {
    header: "Browser",
    cell: ({ user_agent }) => <ProgramCell userAgent={user_agent} />,
    desktopOnly: true,
  },
  {
    header: "Size",
    cell: ({ size_bytes }) => downloadedBytes(size_bytes),
    align: "right",
    nowrap: true,
    desktopOnly: true,
  },
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

function File({ download: { filename, ip_address, user_agent } }: { download: Download }) {
  return (
    <>
      <Shortened value={filename} />
      <Shortened value={`${ip_address} · ${programName(user_agent)}`} size="xs" c="dimmed" hiddenFrom="sm" />
    </>
  );
}
