import { Alert, Button, FileButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useEarlierOrders } from "../api/earlier-orders.ts";
import { addKeysOfText, useProductAction } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";
import type { Product } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { number } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useUnsaved } from "../components/unsaved.tsx";
import { type AddedKeys, Duplicates, existingAmong } from "./duplicate-keys.tsx";
import { EarlierOrdersChoice } from "./earlier-orders.tsx";

/** Wrong lines that are named; whoever has more mends these first. */
const maxLinesShown = 5;

/** Bytes that the text field can show without becoming slow: about 60,000 keys. */
const maxFileBytes = 2_000_000;

/** Adds license keys that are pasted or read from a file. */
export function KeyAdd({ product: { id, orders_waiting_for_keys: waiting } }: { product: Product }) {
  const [text, setText] = useState("");
  const { form } = useUnsaved(text !== "");
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const earlier = useEarlierOrders(id);
  const [chosen, setChosen] = useState<string | null>(null);
  const [lacksChoice, setLacksChoice] = useState(false);
  const adding = useProductAction(({ keys, choice }: { keys: string; choice: string | undefined }) =>
    addKeysOfText(id, keys, choice),
  );
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  // How many keys lines of several are, only the service says.
  const keys = lines.some((line) => /^\W*BEGIN\b/.test(line)) ? null : new Set(lines.map((line) => line.trim())).size;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (lines.length === 0) return;
    // Orders may have come since the page was opened.
    const { data: now } = await earlier.refetch();
    if (!now) return;
    const choice = now.orders === 0 ? undefined : (chosen ?? (now.skipped ? "skip" : null));
    setLacksChoice(choice === null);
    if (choice === null) return;
    adding.mutate(
      { keys: text, choice },
      {
        onSuccess: (result) => {
          setChosen(null);
          setText((now) => (now === text ? "" : now));
          if (result.added > 0) showDone(addedInWords(result));
        },
      },
    );
  };
  const read = async (file: File | null) => {
    if (!file) return;
    setFileProblem(null);
    if (file.size > maxFileBytes) {
      setFileProblem("The file is larger than 2 MB. Split it, or import its keys as CSV under Import and export.");
      return;
    }
    const read = await file.text().catch(() => null);
    if (read === null) setFileProblem("The file could not be read. Choose it again.");
    else setText((typed) => (typed.trim() === "" ? read : `${typed.trimEnd()}\n${read}`));
  };
  const wrongLines = linesIn(adding.error);
  const columnNames = adding.data?.column_names ?? [];
  return (
    <Section title="Add license keys">
      <form ref={form} onSubmit={submit}>
        <Stack>
          <Textarea
            label="Keys, one per line"
            description={
              waiting > 0
                ? "Waiting orders get keys first, oldest first. Customers get them by email."
                : "Each unit ordered gets one key, oldest first. No key is used twice."
            }
            value={text}
            onChange={(event) => {
              setFileProblem(null);
              setText(event.currentTarget.value);
            }}
            error={fileProblem ?? wrongLines}
            rows={6}
            spellCheck={false}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          />
          {earlier.data && earlier.data.orders > 0 && (
            <EarlierOrdersChoice
              earlier={earlier.data}
              value={chosen ?? (earlier.data.skipped ? "skip" : null)}
              onChange={(choice) => {
                setChosen(choice);
                setLacksChoice(false);
              }}
              error={lacksChoice ? "Choose one. No key was added yet." : null}
            />
          )}
          {!wrongLines && <FormProblem error={adding.error ?? earlier.error} />}
          {adding.data && <Duplicates {...adding.data} />}
          {columnNames.length > 0 && (
            <Alert color="blue" role="status" title="Column names skipped">
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {columnNames.slice(0, maxLinesShown).join(", ")}
                {columnNames.length > maxLinesShown ? " and more" : ""}
              </Text>
            </Alert>
          )}
          <Group justify="space-between">
            <FileButton accept="text/plain,text/csv,.txt,.csv" onChange={read}>
              {(props) => (
                <Button variant="default" {...props}>
                  Choose file
                </Button>
              )}
            </FileButton>
            <Button type="submit" loading={adding.isPending || earlier.isRefetching} disabled={lines.length === 0}>
              {keys ? `Add ${keys === 1 ? "1 key" : `${number(keys)} keys`}` : "Add keys"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function addedInWords(result: AddedKeys): string {
  const added = result.added === 1 ? "1 key was added" : `${number(result.added)} keys were added`;
  const existing = existingAmong(result).length;
  if (existing === 0) return `${added}.`;
  return `${added}, ${existing === 1 ? "1 was" : `${number(existing)} were`} there already.`;
}

/** What is wrong with which lines of the text; null for another problem. */
function linesIn(error: unknown): string | null {
  const wrong = error instanceof ApiProblem ? error.errors.filter(({ message }) => message.startsWith("line ")) : [];
  const shown = wrong.slice(0, maxLinesShown).map(({ message }) => `L${message.slice(1)}.`);
  if (shown.length === 0) return null;
  const more = wrong.length > maxLinesShown ? " More lines are wrong." : "";
  return `No key was added. ${shown.join(" ")}${more}`;
}
