import { Skeleton, Table } from "@mantine/core";
import { WideTable } from "../components/wide-table.tsx";
import type { Measure } from "./measures.ts";
import { isByWeek, type Period, periodWords } from "./ranges.ts";

/** The charts' figures, newest first. */
export function PeriodTable({ periods, measures }: { periods: Period[] | undefined; measures: Measure[] }) {
  // As tall as a month, so that the content below does not jump.
  if (!periods) return <Skeleton h="80vh" />;
  const period = isByWeek(periods) ? "Week" : "Day";
  const label = `Figures by ${period.toLowerCase()}`;
  return (
    <WideTable label={label}>
      <Table aria-label={label} fz={{ base: "xs", sm: "sm" }} horizontalSpacing={6} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{period}</Table.Th>
            {measures.map(({ name, label }) => (
              <Table.Th key={name} ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {periods.toReversed().map((period) => (
            <Table.Tr key={period.date}>
              <Table.Th scope="row" fw={400} style={{ whiteSpace: "nowrap" }}>
                {periodWords(period)}
              </Table.Th>
              {measures.map(({ name, of, words }) => (
                <Table.Td key={name} ta="right" style={{ whiteSpace: "nowrap" }}>
                  {words(of(period))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}
