import { Paper, Text, Title } from "@mantine/core";
import type { FileTransfers, Transfers } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { bytes, number } from "../components/format.ts";
import { Shortened } from "../components/shortened.tsx";

const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

/** "1 of 40 (2.5%)" */
const brokenWords = ({ ended, completed }: Pick<Transfers, "ended" | "completed">) =>
  `${number(ended - completed)} of ${number(ended)} (${percent.format((ended - completed) / ended)})`;

const speedWords = (speed: number | null) => (speed === null ? "" : `${bytes(speed)} per second`);

const columns: Column<FileTransfers>[] = [
  {
    header: "File",
    cell: ({ filename, sku, product_id }) => (
      <>
        <Shortened value={filename ?? "Deleted file"} to={`/admin/products/${product_id}`} />
        <Shortened value={sku} size="xs" c="dimmed" />
      </>
    ),
  },
  { header: "Not completed", cell: brokenWords, align: "right" },
  {
    header: "Speed",
    cell: ({ bytes_per_second }) => speedWords(bytes_per_second),
    align: "right",
    desktopOnly: true,
  },
];

/** The files whose downloads broke off most often in the period. */
export function BrokenDownloads({ transfers }: { transfers: Transfers }) {
  const { ended, bytes_per_second, files } = transfers;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="broken-downloads">
      <Title order={2} id="broken-downloads" size="sm" fw={500} c="dimmed" mb="xs">
        Downloads not completed
      </Title>
      <Text size="sm" mb="xs">
        {[
          ended === 0 ? "Not known for any download in this period." : `${brokenWords(transfers)}.`,
          bytes_per_second !== null && `Long downloads ran at ${speedWords(bytes_per_second)} on average.`,
        ]
          .filter(Boolean)
          .join(" ")}
      </Text>
      {files.length > 0 && (
        <DataTable
          label="Files whose downloads were not completed"
          columns={columns}
          rows={files}
          rowKey={({ product_id, sku, filename }) => `${product_id} ${sku} ${filename}`}
          empty={null}
        />
      )}
    </Paper>
  );
}
