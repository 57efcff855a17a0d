import { Text } from "@mantine/core";
import type { Download } from "../api/types.ts";
import type { Column } from "../components/data-table.tsx";
import { downloadedBytes } from "../components/format.ts";
import { sentWords } from "./sent-words.ts";

/** The size of the file, and how far the download came. */
export const sizeColumn: Column<Download> = {
  header: "Size",
  cell: (download) => (
    <>
      <Text size="sm">{downloadedBytes(download.size_bytes)}</Text>
      <Text size="xs" c="dimmed">
        {sentWords(download)}
      </Text>
    </>
  ),
  align: "right",
  desktopOnly: true,
};
