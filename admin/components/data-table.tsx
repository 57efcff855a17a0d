import { Box, Checkbox, type CheckboxProps, Skeleton, Table, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorNotice } from "./error-notice.tsx";
import { WideTable } from "./wide-table.tsx";

export interface Column<Row> {
  /** Empty when the cells need no heading. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Hidden on a phone. */
  desktopOnly?: boolean;
  /** Hidden on a phone that lies on its side too. */
  wideOnly?: boolean;
  align?: "right";
  /** The field that the list can be sorted by, if any. */
  sort?: string;
  /** Keeps a time or a size on one line. */
  nowrap?: boolean;
}

/** How the list is sorted, and how to change it. */
interface Sorting {
  field: string;
  descending: boolean;
  set: (field: string, descending: boolean) => void;
}

/** The selected rows. */
interface Selection<Row> {
  has: (row: Row) => boolean;
  set: (rows: Row[], selected: boolean) => void;
  /** The accessible name of a row's checkbox. */
  label: (row: Row) => string;
}

interface DataTableProps<Row> {
  /** The table's accessible name. */
  label: string;
  columns: Column<Row>[];
  /** Absent while loading. */
  rows: Row[] | undefined;
  /** Of all pages. If rows exist but not on this page, it is beyond the last, and `Pager` goes back. */
  total?: number | undefined;
  rowKey: (row: Row) => string | number;
  error?: unknown;
  retry?: () => unknown;
  /** Shown when there are no rows. */
  empty: ReactNode;
  selection?: Selection<Row> | undefined;
  sorting?: Sorting | undefined;
}

/** One page of a list, with its loading, error and empty states. */
export function DataTable<Row>({ total = 0, empty, ...props }: DataTableProps<Row>) {
  const { label, columns, rowKey, error, retry, selection, sorting } = props;
  if (props.rows?.length === 0 && total === 0) return empty;
  const rows = props.rows?.length === 0 ? undefined : props.rows;
  if (error && !rows) return <ErrorNotice error={error} retry={retry ?? (() => window.location.reload())} />;
  return (
    <WideTable label={label}>
      <Table highlightOnHover aria-label={label} aria-busy={rows === undefined}>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w={40} pr={0}>
                <SelectAll rows={rows ?? []} selection={selection} />
              </Table.Th>
            )}
            {columns.map((column) => {
              const Heading = column.header ? Table.Th : Table.Td;
              return (
                <Heading
                  key={column.header}
                  ta={column.align ?? "left"}
                  style={{ whiteSpace: "nowrap" }}
                  {...(sorting ? ariaSort(column, sorting) : {})}
                  {...visible(column)}
                >
                  {sorting && column.sort ? <SortButton column={column} sorting={sorting} /> : column.header}
                </Heading>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {selection && (
                <Table.Td pr={0} pt={7} style={{ verticalAlign: "top" }}>
                  <ThumbCheckbox
                    aria-label={selection.label(row)}
                    checked={selection.has(row)}
                    onChange={(event) => selection.set([row], event.currentTarget.checked)}
                  />
                </Table.Td>
              )}
              {columns.map((column, place) => (
                <Table.Td
                  key={column.header}
                  className={place === 0 ? "lead-cell" : undefined}
                  ta={column.align ?? "left"}
                  style={{ verticalAlign: "top", ...(column.nowrap ? { whiteSpace: "nowrap" } : {}) }}
                  {...visible(column)}
                >
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          )) ?? <LoadingRows columns={columns} selects={selection !== undefined} />}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

const visible = <Row,>({ wideOnly, desktopOnly }: Column<Row>) =>
  wideOnly ? { visibleFrom: "md" as const } : desktopOnly ? { visibleFrom: "sm" as const } : {};

const isSortedBy = ({ sort }: Pick<Column<never>, "sort">, { field }: Sorting) => sort !== undefined && sort === field;

function ariaSort(column: Pick<Column<never>, "sort">, sorting: Sorting) {
  if (!isSortedBy(column, sorting)) return {};
  return { "aria-sort": sorting.descending ? ("descending" as const) : ("ascending" as const) };
}

/** Sorts by the column, and a second time in the other direction. */
function SortButton({ column, sorting }: { column: Pick<Column<never>, "sort" | "header">; sorting: Sorting }) {
  const { sort = "", header } = column;
  const isCurrent = isSortedBy(column, sorting);
  return (
    <UnstyledButton fz="inherit" fw="inherit" onClick={() => sorting.set(sort, isCurrent ? !sorting.descending : true)}>
      {header}
      <span aria-hidden>{isCurrent ? (sorting.descending ? " ↓" : " ↑") : ""}</span>
    </UnstyledButton>
  );
}

function SelectAll<Row>({ rows, selection }: { rows: Row[]; selection: Selection<Row> }) {
  const count = rows.filter(selection.has).length;
  const all = count > 0 && count === rows.length;
  return (
    <ThumbCheckbox
      aria-label="Select all on this page"
      checked={all}
      indeterminate={count > 0 && !all}
      disabled={rows.length === 0}
      onChange={() => selection.set(rows, !all)}
    />
  );
}

/** Without words, its own label: a place beside the box that a thumb hits. */
function ThumbCheckbox(props: CheckboxProps) {
  return (
    <Box component="label" className="thumb-label" display="block" w="fit-content">
      <Checkbox size="md" {...props} />
    </Box>
  );
}

/** Bars where the texts will stand: two in the first column, as most lists have. */
function LoadingRows<Row>({ columns, selects }: { columns: Column<Row>[]; selects: boolean }) {
  return Array.from({ length: 6 }, (_, row) => row).map((row) => (
    <Table.Tr key={row}>
      {selects && (
        <Table.Td pr={0}>
          <Skeleton h={24} w={24} />
        </Table.Td>
      )}
      {columns.map((column, place) => (
        <Table.Td key={column.header} {...visible(column)}>
          <Skeleton h={14} my={4} w={place === 0 ? "80%" : "60%"} ml={column.align ? "auto" : 0} />
          {place === 0 && <Skeleton h={10} my={5} w="50%" />}
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
