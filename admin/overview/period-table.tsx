import type { Column } from "../components/data-table.tsx";
import { DataTable } from "../components/data-table.tsx";
import { measures } from "./measures.ts";
import { type Period, periodWords } from "./ranges.ts";

const columns: Column<Period>[] = [
  { header: "Day", cell: (period) => <span style={{ whiteSpace: "nowrap" }}>{periodWords(period)}</span> },
  ...measures.map(
    ({ name, label, words }): Column<Period> => ({
      header: label,
      cell: (period) => words(period[name]),
      align: "right",
    }),
  ),
];

/** The charts' figures, newest first. */
export function PeriodTable({ periods }: { periods: Period[] | undefined }) {
  return (
    <DataTable
      label="Figures by day"
      columns={columns}
      rows={periods?.toReversed()}
      rowKey={({ date }) => date}
      empty={null}
    />
  );
}
