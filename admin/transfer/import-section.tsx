import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Filter, useFilter } from "../components/filter.tsx";
import { bytes, number } from "../components/format.ts";
import { errorWords } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { ColumnHelp } from "./column-help.tsx";
import { FileDrop } from "./file-drop.tsx";
import { importKinds } from "./import-kinds.ts";
import { ImportReport } from "./import-report.tsx";
import type { ImportProgress } from "./import-request.ts";
import { useImport } from "./use-import.ts";

/** Checks a file first, and imports it when the person has seen what it holds. */
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
  const [file, setFile] = useState<File | null>(null);
  const { mutate, reset, data, error, isPending, progress } = useImport();
  const run = (chosen: File, { dryRun, skipRefused = false }: { dryRun: boolean; skipRefused?: boolean }) =>
    mutate({ kind: kind.value, file: chosen, dryRun, skipRefused });
  const check = (chosen: File) => {
    setFile(chosen);
    run(chosen, { dryRun: true });
  };
  const again = () => {
    setFile(null);
    reset();
  };
  return (
    <>
      <Text size="sm">{kind.words} Nothing is imported before you have seen what the file holds.</Text>
      {!isPending && !data && (
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
      {isPending && progress && <Running progress={progress} />}
      {error && (
        <Alert color="red" role="alert" title="Nothing was imported">
          {errorWords(error)}
        </Alert>
      )}
      {data && !isPending && file && (
        <ImportReport report={data} kind={kind}>
          {!data.applied && data.accepted > 0 && (
            <Button onClick={() => run(file, { dryRun: false, skipRefused: data.refused.length > 0 })}>
              Import {data.accepted === 1 ? "1 row" : `${number(data.accepted)} rows`}
              {data.refused.length > 0 && ", leave the others out"}
            </Button>
          )}
          <Button variant="default" onClick={again}>
            {data.applied ? "Import another file" : "Choose another file"}
          </Button>
        </ImportReport>
      )}
    </>
  );
}

const phases = { sending: "Sending the file", checking: "Checking the rows", applying: "Importing the rows" };

function Running({ progress: { phase, share, words } }: { progress: ImportProgress }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {phases[phase]} …
        </Text>
        <Text size="sm" c="dimmed">
          {words}
        </Text>
      </Group>
      <Progress value={share * 100} aria-label={phases[phase]} transitionDuration={200} />
    </Stack>
  );
}
