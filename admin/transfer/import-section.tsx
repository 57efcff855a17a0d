import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { isRunning, progressOf, useImport } from "../api/imports.ts";
import { ApiProblem } from "../api/request.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Filter, useFilter } from "../components/filter.tsx";
import { bytes, number } from "../components/format.ts";
import { errorWords } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { ColumnHelp } from "./column-help.tsx";
import { FileDrop } from "./file-drop.tsx";
import { importKinds } from "./import-kinds.ts";
import { ImportProgressBar } from "./import-progress.tsx";
import { ImportReport } from "./import-report.tsx";
import { useSending } from "./use-sending.ts";

/** Checks a file first, then imports it after a review. */
export function ImportSection() {
  const chosen = useFilter({ name: "import", options: importKinds });
  const kind = importKinds.find(({ value }) => value === chosen) ?? importKinds[0];
  if (!kind) return null;
  return (
    <Section title="Import">
      <Stack>
        <Group>
          <Filter name="import" label="What to import" options={importKinds} />
        </Group>
        <ImportOf key={kind.value} kind={kind} />
      </Stack>
    </Section>
  );
}

function ImportOf({ kind }: { kind: (typeof importKinds)[number] }) {
  const [search] = useSearchParams();
  const [file, setFile] = useState<File | null>(null);
  const sending = useSending();
  const { data, error, refetch, isLoading } = useImport(search.get("report"));
  // The URL may still name an import of another kind.
  const found = data?.kind === kind.value ? data : undefined;
  const busy = sending.isPending || isLoading || (found !== undefined && isRunning(found));
  const report = found && !busy && found.problem === null ? found : undefined;
  const progress = sending.progress ?? (found && isRunning(found) ? progressOf(found) : null);
  const run = (chosen: File, { dryRun, skipRefused = false }: { dryRun: boolean; skipRefused?: boolean }) =>
    sending.mutate({ kind: kind.value, file: chosen, dryRun, skipRefused });
  const check = (chosen: File) => {
    setFile(chosen);
    run(chosen, { dryRun: true });
  };
  const again = () => {
    setFile(null);
    sending.reset();
    sending.showReport(null);
  };
  return (
    <>
      <Text size="sm">{kind.words} You can review the file before anything is imported.</Text>
      {!busy && !report && (
        <>
          <ColumnHelp kind={kind} />
          <FileDrop onFile={check} />
        </>
      )}
      {file && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          <b>{file.name}</b>, {bytes(file.size)}
        </Text>
      )}
      {progress && <ImportProgressBar progress={progress} />}
      {sending.error && <Failed words={errorWords(sending.error)} />}
      {!busy && found?.problem && <Failed words={found.problem} />}
      {error && !data && (isGone(error) ? <Gone /> : <ErrorNotice error={error} retry={refetch} />)}
      {report && (
        <ImportReport report={report} kind={kind}>
          {file && !report.applied && report.accepted > 0 && (
            <Button onClick={() => run(file, { dryRun: false, skipRefused: report.refused.length > 0 })}>
              Import {report.accepted === 1 ? "1 row" : `${number(report.accepted)} rows`}
              {report.refused.length > 0 && ", skip the others"}
            </Button>
          )}
          <Button variant="default" onClick={again}>
            {choiceWords(report.applied, file !== null)}
          </Button>
        </ImportReport>
      )}
    </>
  );
}

/** After a reload the file must be chosen again. */
function choiceWords(applied: boolean, hasFile: boolean): string {
  if (applied) return "Import another file";
  return hasFile ? "Choose another file" : "Choose the file again to import it";
}

function Failed({ words }: { words: string }) {
  return (
    <Alert color="red" role="alert" title="Nothing was imported">
      {words}
    </Alert>
  );
}

const isGone = (error: unknown) => error instanceof ApiProblem && (error.status === 404 || error.status === 422);

function Gone() {
  return (
    <Alert color="gray" role="status" title="Report not found">
      Reports are kept for seven days. It may be older, or the link is incomplete.
    </Alert>
  );
}
