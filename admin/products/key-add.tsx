import { Alert, Button, FileButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useProductAction } from "../api/products.ts";
import type { Product } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { number } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useUnsaved } from "../components/unsaved.tsx";
import { addInParts, KeyLineProblem, keysIn } from "./key-lines.ts";

const maxDuplicatesShown = 10;

/** Bytes that the text field can show without becoming slow: about 60,000 keys. */
const maxFileBytes = 2_000_000;

/** Adds license keys that are pasted or read from a file. */
export function KeyAdd({ product: { id, orders_waiting_for_keys: waiting } }: { product: Product }) {
  const [text, setText] = useState("");
  const { form } = useUnsaved(text !== "");
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [done, setDone] = useState(0);
  const adding = useProductAction((keys: string[]) => addInParts(id, keys, setDone));
  const keys = keysIn(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (keys.length === 0) return;
    setDone(0);
    adding.mutate(keys, {
      onSuccess: ({ added }) => {
        setText((now) => (now === text ? "" : now));
        if (added > 0) showDone(added === 1 ? "1 key was added." : `${number(added)} keys were added.`);
      },
    });
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
  const wrongLine = adding.error instanceof KeyLineProblem ? adding.error.message : null;
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
            error={fileProblem ?? wrongLine}
            rows={6}
            spellCheck={false}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          />
          {!wrongLine && <FormProblem error={adding.error} />}
          {adding.data && adding.data.duplicates.length > 0 && <Duplicates keys={adding.data.duplicates} />}
          <Group justify="space-between">
            <FileButton accept="text/plain,text/csv,.txt,.csv" onChange={read}>
              {(props) => (
                <Button variant="default" {...props}>
                  Choose file
                </Button>
              )}
            </FileButton>
            <Button type="submit" loading={adding.isPending} disabled={keys.length === 0}>
              {keys.length === 0 ? "Add keys" : `Add ${keys.length === 1 ? "1 key" : `${number(keys.length)} keys`}`}
            </Button>
          </Group>
          {adding.isPending && done > 0 && (
            <Text size="sm" c="dimmed" role="status">
              Added {number(done)} of {number(keys.length)} keys.
            </Text>
          )}
        </Stack>
      </form>
    </Section>
  );
}

function Duplicates({ keys }: { keys: string[] }) {
  const more = keys.length - maxDuplicatesShown;
  return (
    <Alert
      color="blue"
      role="status"
      title={keys.length === 1 ? "1 key already existed" : `${number(keys.length)} keys already existed`}
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {keys.slice(0, maxDuplicatesShown).join(", ")}
        {more > 0 ? ` and ${number(more)} more` : ""}. Each key is stored once.
      </Text>
    </Alert>
  );
}
