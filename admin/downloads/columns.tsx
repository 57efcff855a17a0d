import { Box, Text } from "@mantine/core";
import type { Download } from "../api/types.ts";
import type { Column } from "../components/data-table.tsx";
import { downloadedBytes, moment } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { programName } from "../components/program.ts";

/** A phone shows file and order; the rest stands below the file. */
export const columns: Column<Download>[] = [
  { header: "Time", cell: ({ downloaded_at }) => moment(downloaded_at), nowrap: true, desk: true },
  { header: "Product", cell: ({ product_sku }) => <Product sku={product_sku} />, desk: true },
  { header: "File", cell: (download) => <File download={download} /> },
  { header: "Order", cell: (download) => <Order download={download} /> },
  { header: "Address", cell: ({ ip_address }) => ip_address, desk: true },
  { header: "Program", cell: ({ user_agent }) => <Program userAgent={user_agent} />, desk: true },
  { header: "Size", cell: ({ size_bytes }) => downloadedBytes(size_bytes), align: "right", nowrap: true, desk: true },
];

function Product({ sku }: { sku: string }) {
  return (
    <TextLink to={`/admin/products?q=${encodeURIComponent(sku)}`} size="sm" style={{ overflowWrap: "anywhere" }}>
      {sku}
    </TextLink>
  );
}

function File({ download }: { download: Download }) {
  return (
    <>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {download.filename}
      </Text>
      <Box hiddenFrom="sm">
        <Text size="xs" c="dimmed">
          {moment(download.downloaded_at)}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {[download.product_sku, downloadedBytes(download.size_bytes)].filter(Boolean).join(", ")}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {download.ip_address}, {programName(download.user_agent)}
        </Text>
      </Box>
    </>
  );
}

function Order({ download: { order_id } }: { download: Download }) {
  if (order_id === null)
    return (
      <Text size="sm" c="dimmed">
        Permalink
      </Text>
    );
  return (
    <TextLink to={`/admin/orders/${encodeURIComponent(order_id)}`} size="sm" style={{ overflowWrap: "anywhere" }}>
      {order_id}
    </TextLink>
  );
}

function Program({ userAgent }: { userAgent: string | null }) {
  return (
    <Text size="sm" title={userAgent ?? undefined} component="span" style={{ overflowWrap: "anywhere" }}>
      {programName(userAgent)}
    </Text>
  );
}
