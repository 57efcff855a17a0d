import { Alert, Button, Group, SimpleGrid, Stack, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { Wording } from "../api/types.ts";
import { useSaveWording, useWordingPreview } from "../api/wording.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { useUnsaved } from "../components/unsaved.tsx";
import { WayBack } from "./way-back.tsx";
import { WordingPreview } from "./wording-preview.tsx";
import { texts } from "./wording-texts.ts";
import { WordingVariables } from "./wording-variables.tsx";

interface WordingEditorProps {
  wording: Wording;
  /** Of which order the preview is; empty for the latest one. */
  order: string;
  onOrder: (order: string) => void;
}

/** One text in Liquid, beside what it becomes for a real order. */
export function WordingEditor({ wording, order, onOrder }: WordingEditorProps) {
  const { name, format } = wording;
  const saved = wording.source ?? wording.built_in;
  const [source, setSource] = useState(saved);
  const [typed] = useDebouncedValue(source, 300);
  const [orderId] = useDebouncedValue(order.trim(), 300);
  const { canManage } = useRights();
  useUnsaved(source !== saved);
  const saving = useSaveWording(name);
  const preview = useWordingPreview(name, typed, orderId, canManage);
  const save = () => saving.mutate(source, { onSuccess: () => showDone("Customers read this from now on.") });
  // Of what is typed now: what the service refused was typed before that.
  const problem = problemIn(saving.error) ?? problemIn(preview.error);
  return (
    <Stack>
      {wording.problem && (
        <Alert color="red" title="This text could not be used">
          For the last order that needed it, customers got the built-in text instead: {wording.problem}.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, lg: canManage ? 2 : 1 }} spacing="lg">
        <Stack>
          <Textarea
            label={texts[name].label}
            description={texts[name].words}
            value={source}
            onChange={(event) => {
              saving.reset();
              setSource(event.currentTarget.value);
            }}
            error={problem}
            readOnly={!canManage}
            spellCheck={false}
            autosize
            minRows={name === "email_text" || name === "email_html" ? 12 : 3}
            maxRows={30}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } }}
          />
          {!problem && <FormProblem error={saving.error} />}
          {canManage && (
            <Group gap="xs">
              <Button onClick={save} loading={saving.isPending} disabled={source === saved}>
                Save
              </Button>
              {source !== saved && (
                <Button variant="subtle" color="gray" onClick={() => setSource(saved)}>
                  Discard changes
                </Button>
              )}
              <WayBack wording={wording} />
            </Group>
          )}
          <Text size="sm" c="dimmed">
            {wording.source === null ? "This is the built-in text." : "This is your own text."}
          </Text>
          <WordingVariables />
        </Stack>
        {canManage && <WordingPreview name={name} format={format} preview={preview} order={order} onOrder={onOrder} />}
      </SimpleGrid>
    </Stack>
  );
}

/** What is wrong with the text, as far as the refusal is about it. */
function problemIn(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  return Object.values(error.byField)[0];
}
