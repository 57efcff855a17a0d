import { Box, Text } from "@mantine/core";
import type { Download } from "../api/types.ts";
import type { Column } from "../components/data-table.tsx";
import { downloadedBytes, moment } from "../components/format.ts";
import { nameOfOrder, OrderLink } from "../components/order-link.tsx";
import { Shortened } from "../components/shortened.tsx";
import { clientColumn, clientWords } from "./client-column.tsx";
import { sentWords } from "./sent-words.ts";
import { sizeColumn } from "./size-column.tsx";

/** A phone shows file and order, with the rest below the file. */
export const columns: Column<Download>[] = [
  { header: "Time", cell: ({ downloaded_at }) => moment(downloaded_at), nowrap: true, desktopOnly: true },
  {
    header: "Product",
    cell: ({ product_sku }) => (
      <Shortened value={product_sku} to={`/admin/products?q=${encodeURIComponent(product_sku)}`} width="narrow" />
    ),
    desktopOnly: true,
  },
  { header: "File", cell: (download) => <File download={download} /> },
  { header: "Order", cell: (download) => <Order download={download} /> },
  clientColumn,
  sizeColumn,
];

function File({ download }: { download: Download }) {
  return (
    <>
      <Shortened value={download.filename} />
      <Box hiddenFrom="sm">
        <Text size="xs" c="dimmed">
          {moment(download.downloaded_at)}
        </Text>
        <Shortened
          value={[download.product_sku, downloadedBytes(download.size_bytes)].filter(Boolean).join(", ")}
          size="xs"
          c="dimmed"
        />
        <Text size="xs" c="dimmed">
          {sentWords(download)}
        </Text>
        <Shortened value={clientWords(download)} size="xs" c="dimmed" />
      </Box>
    </>
  );
}

function Order({ download }: { download: Download }) {
  if (download.order_id === null)
    return (
      <Text size="sm" c="dimmed">
        Permalink
      </Text>
    );
  return <OrderLink id={download.order_id} name={nameOfOrder(download)} />;
}
