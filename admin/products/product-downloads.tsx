import { DownloadIcon } from "@primer/octicons-react";
import { useProductDownloads } from "../api/products.ts";
import type { Product } from "../api/types.ts";
import { DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { Section } from "../components/section.tsx";
import { columns } from "../downloads/columns.tsx";

const pageSize = 50;
const ofOneProduct = columns.filter(({ header }) => header !== "Product");

/** Every counted download of the product, newest first. */
export function ProductDownloads({ product: { id } }: { product: Product }) {
  const { data, error, refetch } = useProductDownloads(id, { page: usePage(), page_size: pageSize });
  return (
    <Section title="Downloads">
      <DataTable
        label="Downloads"
        columns={ofOneProduct}
        rows={data?.downloads}
        total={data?.total}
        rowKey={(download) => download.id}
        error={error}
        retry={refetch}
        empty={<EmptyState icon={DownloadIcon} title="No downloads yet" words="Downloads by customers appear here." />}
      />
      <Pager list={data} pageSize={pageSize} />
    </Section>
  );
}
