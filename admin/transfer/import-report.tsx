import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Import } from "../api/types.ts";
import { number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { refusedCsv, saveCsv } from "./csv-file.ts";
import type { importKinds } from "./import-kinds.ts";
import { RefusedTable } from "./refused-table.tsx";

/** Rows of which more would make the page slow; the file has all of them. */
const mostShown = 25;

interface ImportReportProps {
  report: Import;
  kind: (typeof importKinds)[number];
  /** What can be done next, as buttons. */
  children: ReactNode;
}

/** What a file holds, or what became of it. */
export function ImportReport({ report, kind, children }: ImportReportProps) {
  const { refused, unknown_columns: unknown, notes } = report;
  // A row stands there once for each of its wrong cells.
  const rows = [...new Set(refused.map(({ row }) => row))];
  const shown = new Set(rows.slice(0, mostShown));
  return (
    <Stack>
      <Outcome report={report} list={kind.list} />
      <Group>{children}</Group>
      {unknown.length > 0 && (
        <Alert color="yellow" title="Columns that are not read">
          <span style={{ overflowWrap: "anywhere" }}>{unknown.join(", ")}</span>
        </Alert>
      )}
      {notes.length > 0 && (
        <Alert color="blue" title="How the columns were read">
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
              {rows.length > mostShown && `The first ${mostShown} of ${number(rows.length)} rows are shown. `}
              The header is row 1.
            </Text>
            <Button size="xs" variant="default" onClick={() => saveCsv("refused-rows.csv", refusedCsv(refused))}>
              Download the refused rows
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
  const refusedWords = `${counted(refusedRows)} ${refusedRows === 1 ? "is" : "are"} refused`;
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
      <Alert color="yellow" role="status" title="The file holds no rows">
        Below the header there is nothing to import.
      </Alert>
    );
  if (refusedRows === 0)
    return (
      <Alert color="teal" role="status" title={rows === 1 ? "The row is right" : `All ${number(rows)} rows are right`}>
        Nothing is imported yet.
      </Alert>
    );
  return (
    <Alert color="yellow" role="status" title={refusedWords}>
      {accepted === 0 ? "None of the rows is right." : `${counted(accepted)} ${accepted === 1 ? "is" : "are"} right.`}{" "}
      {dryRun
        ? "Nothing is imported yet. Mend the file and choose it again, or leave the refused rows out."
        : "Nothing was imported: the store has changed since the file was checked."}
    </Alert>
  );
}

const counted = (rows: number) => (rows === 1 ? "1 row" : `${number(rows)} rows`);
