import { Button, Group, SimpleGrid } from "@mantine/core";
import { DownloadIcon } from "@primer/octicons-react";
import { useSearchParams } from "react-router";
import { useDownloads } from "../api/downloads.ts";
import { DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { FieldFilter } from "../components/field-filter.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { columns } from "./columns.tsx";

const pageSize = 50;
const filters = ["order_id", "sku", "ip_address", "from", "to"] as const;

/** Every counted download, newest first. */
export function DownloadList() {
  const [search, setSearch] = useSearchParams();
  const page = usePage();
  const criteria = Object.fromEntries(filters.map((name) => [name, search.get(name) ?? ""]));
  const filtered = Object.values(criteria).some((value) => value !== "");
  const { data, error, refetch } = useDownloads({ page, page_size: pageSize, ...criteria });
  const clear = () => setSearch({});
  return (
    <>
      <PageHeader title="Downloads" words="Every counted download of a file." />
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" mb="md" component="search">
        <FieldFilter name="order_id" label="Order" placeholder="10000001" />
        <FieldFilter name="sku" label="SKU" />
        <FieldFilter name="ip_address" label="IP address" placeholder="203.0.113.7" />
        <FieldFilter name="from" label="From (UTC)" type="date" />
        <FieldFilter name="to" label="To (UTC)" type="date" />
      </SimpleGrid>
      {filtered && (
        <Group mb="sm">
          <Button size="xs" variant="default" onClick={clear}>
            Show all downloads
          </Button>
        </Group>
      )}
      <DataTable
        label="Downloads"
        columns={columns}
        rows={data?.downloads}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={<NoDownloads filtered={filtered} />}
      />
      <Pager list={data} pageSize={pageSize} />
    </>
  );
}

function NoDownloads({ filtered }: { filtered: boolean }) {
  if (filtered)
    return <EmptyState title="No matching downloads" words="Enter the full order number, SKU or IP address." />;
  return (
    <EmptyState
      icon={DownloadIcon}
      title="No downloads yet"
      words="Downloads by customers and through permalinks appear here."
    />
  );
}
