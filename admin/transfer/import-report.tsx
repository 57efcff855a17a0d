import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Import } from "../api/types.ts";
import { listed, number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { refusedCsv, saveCsv } from "./csv-file.ts";
import type { importKinds } from "./import-kinds.ts";
import { RefusedTable } from "./refused-table.tsx";

/** More rows would make the page slow. The downloaded file has all. */
const maxShown = 25;

interface ImportReportProps {
  report: Import;
  kind: (typeof importKinds)[number];
  /** The next actions, as buttons. */
  children: ReactNode;
}

/** The result of checking or importing a file. */
export function ImportReport({ report, kind, children }: ImportReportProps) {
  const { refused, unknown_columns: unknown, notes } = report;
  // A row appears once for each of its wrong cells.
  const rows = [...new Set(refused.map(({ row }) => row))];
  const shown = new Set(rows.slice(0, maxShown));
  return (
    <Stack>
      <Outcome report={report} list={kind.list} />
      <Group>{children}</Group>
      {unknown.length > 0 && (
        <Alert color="yellow" title="Ignored columns">
          <span style={{ overflowWrap: "anywhere" }}>{listed(unknown)}</span>
        </Alert>
      )}
      {notes.length > 0 && (
        <Alert color="blue" title="What the import does">
          <List size="sm" spacing={4}>
            {notes.map((note) => (
              <List.Item key={note} style={{ overflowWrap: "anywhere" }}>
                {note}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {refused.length > 0 && (
        <>
          <RefusedTable refused={refused.filter(({ row }) => shown.has(row))} />
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {rows.length > maxShown && `Showing the first ${maxShown} of ${number(rows.length)} rows. `}
              Row 1 is the header.
            </Text>
            <Button size="xs" variant="default" onClick={() => saveCsv("rejected-rows.csv", refusedCsv(refused))}>
              Download rejected rows
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function Outcome({ report, list }: { report: Import; list: { to: string; label: string } }) {
  const { accepted, rows, applied, dry_run: dryRun } = report;
  const refusedRows = rows - accepted;
  const refusedWords = `${counted(refusedRows)} ${refusedRows === 1 ? "is" : "are"} rejected`;
  if (applied)
    return (
      <Alert color="teal" role="status" title={`${counted(accepted)} ${accepted === 1 ? "was" : "were"} imported`}>
        {refusedRows > 0 && `${refusedWords}. `}
        <TextLink to={list.to} inherit underline="always">
          {list.label}
        </TextLink>
      </Alert>
    );
  if (rows === 0)
    return (
      <Alert color="yellow" role="status" title="The file has no rows">
        There is nothing below the header row.
      </Alert>
    );
  if (refusedRows === 0)
    return (
      <Alert color="teal" role="status" title={rows === 1 ? "The row is valid" : `All ${number(rows)} rows are valid`}>
        Nothing has been imported yet.{" "}
      </Alert>
    );
  return (
    <Alert color="yellow" role="status" title={refusedWords}>
      {accepted === 0 ? "No row is valid." : `${counted(accepted)} ${accepted === 1 ? "is" : "are"} valid.`}{" "}
      {dryRun
        ? "Nothing has been imported yet. Correct the file and choose it again, or skip the rejected rows."
        : "Nothing was imported because the store changed after the check."}
    </Alert>
  );
}

const counted = (rows: number) => (rows === 1 ? "1 row" : `${number(rows)} rows`);
