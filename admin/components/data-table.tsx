import { Box, Skeleton, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorNotice } from "./error-notice.tsx";

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Left out on a phone. */
  desk?: boolean;
  align?: "right";
}

interface DataTableProps<Row> {
  /** What the table lists, for people who cannot see it. */
  label: string;
  columns: Column<Row>[];
  /** Absent while loading. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string | number;
  error?: unknown;
  retry?: () => unknown;
  /** Stands in place of no rows. */
  empty: ReactNode;
}

/** One page of a list, with its states: loading, failed, empty. */
export function DataTable<Row>({ label, columns, rows, rowKey, error, retry, empty }: DataTableProps<Row>) {
  if (error) return <ErrorNotice error={error} retry={retry ?? (() => window.location.reload())} />;
  if (rows?.length === 0) return empty;
  const visible = (column: Column<Row>) => (column.desk ? { visibleFrom: "sm" as const } : {});
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table verticalSpacing="sm" highlightOnHover aria-label={label} aria-busy={rows === undefined}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.header} ta={column.align ?? "left"} {...visible(column)}>
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.header} ta={column.align ?? "left"} {...visible(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          )) ?? <LoadingRows columns={columns.length} />}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function LoadingRows({ columns }: { columns: number }) {
  return Array.from({ length: 6 }, (_, row) => row).map((row) => (
    <Table.Tr key={row}>
      <Table.Td colSpan={columns}>
        <Box py={2}>
          <Skeleton h={18} />
        </Box>
      </Table.Td>
    </Table.Tr>
  ));
}
