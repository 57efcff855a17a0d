import { Code, Table } from "@mantine/core";
import type { RefusedRow } from "../api/types.ts";
import { number } from "../components/format.ts";

/** Rejected rows with reasons; narrow enough for a phone. */
export function RefusedTable({ refused }: { refused: RefusedRow[] }) {
  return (
    <Table verticalSpacing="xs" aria-label="Rejected rows">
      <Table.Thead>
        <Table.Tr>
          <Table.Th ta="right">Row</Table.Th>
          <Table.Th>Column</Table.Th>
          <Table.Th>Value and reason</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {refused.map(({ row, field, value, reason }) => (
          <Table.Tr key={`${row} ${field}`}>
            <Table.Td ta="right">{number(row)}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{field ?? "whole row"}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>
              {value !== null && <Code>{value}</Code>} {reason}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
