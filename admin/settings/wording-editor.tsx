import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { Wording } from "../api/types.ts";
import { usePreview, useSaveWording } from "../api/wording.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { useUnsaved } from "../components/unsaved.tsx";
import { BesidePreview } from "./beside-preview.tsx";
import { RestoreButtons } from "./restore-buttons.tsx";
import { WordingField } from "./wording-field.tsx";
import { WordingPreview } from "./wording-preview.tsx";

interface WordingEditorProps {
  wording: Wording;
  /** The same text for all languages that have none of their own. */
  general: Wording;
  /** Order ID of the preview; empty for the latest order. */
  order: string;
  onOrder: (order: string) => void;
}

interface Draft {
  text: string;
  /** The saved text when editing began. */
  over: string;
}

/** An editor for one Liquid text, with a preview for a real order. */
export function WordingEditor({ wording, general, order, onOrder }: WordingEditorProps) {
  const { name, locale } = wording;
  const textOf = (one: Wording) => one.source ?? (locale === null ? null : general.source) ?? one.built_in;
  const saved = textOf(wording);
  const [draft, setDraft] = useState<Draft | null>(null);
  const source = draft?.text ?? saved;
  const unsaved = source !== saved;
  const [typed] = useDebouncedValue(source, 300);
  const [orderId] = useDebouncedValue(order.trim(), 300);
  const { canManage } = useRights();
  useUnsaved(unsaved);
  const saving = useSaveWording(wording);
  // An order in a language with a text of its own shows the text for all languages too, while that is edited.
  const unchanged = locale === null ? { [name]: wording.source } : {};
  const inputOf = (text: string, id: string) => ({
    wordings: text === saved ? unchanged : { [name]: text },
    ...(locale === null ? {} : { locale }),
    ...(id === "" ? {} : { order_id: id }),
  });
  const preview = usePreview(inputOf(typed, orderId), canManage);
  // Keeps what was typed while saving.
  const settle = (answered: Wording) =>
    setDraft((now) => (now === null || now.text === source ? null : { ...now, over: textOf(answered) }));
  const save = () =>
    saving.mutate(source, {
      onSuccess: (answer) => {
        settle(answer.wording);
        showDone("Text saved. Customers see it from now on.");
      },
    });
  // The error of the last save, or else of the preview.
  const problem = problemIn(saving.error) ?? problemIn(preview.error);
  const editor = (
    <Stack>
      <WordingField
        name={name}
        locale={locale ?? general.locale}
        value={source}
        onChange={(text) => {
          // Not while saving, which would drop its callbacks.
          if (saving.error) saving.reset();
          setDraft((now) => ({ text, over: now?.over ?? saved }));
        }}
        error={problem}
        readOnly={!canManage}
      />
      {!problem && <FormProblem error={saving.error} />}
      {draft && unsaved && draft.over !== saved && !saving.isPending && (
        <Alert color="yellow" role="status">
          Someone else changed this text while you were editing. Saving replaces their version. Discard your changes to
          see it.
        </Alert>
      )}
      {canManage && (
        <Group gap="xs">
          <Button onClick={save} loading={saving.isPending} disabled={!unsaved}>
            Save
          </Button>
          {unsaved && (
            <Button variant="subtle" color="gray" onClick={() => setDraft(null)}>
              Discard changes
            </Button>
          )}
          <RestoreButtons wording={wording} unsaved={unsaved} onBack={settle} />
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {unsaved ? "Not saved yet." : stateOf(wording, general)}
      </Text>
    </Stack>
  );
  return (
    <Stack>
      {wording.problem && (
        <Alert color="red" title="This text failed">
          The last order that used it got the default text instead: {wording.problem}.
        </Alert>
      )}
      {canManage ? (
        <BesidePreview
          label="Text"
          editor={editor}
          preview={
            <WordingPreview
              name={name}
              input={inputOf(source, order.trim())}
              preview={preview}
              order={order}
              onOrder={onOrder}
            />
          }
        />
      ) : (
        editor
      )}
    </Stack>
  );
}

function stateOf({ locale, source }: Wording, general: Wording): string {
  if (locale === null) return source === null ? "You are using the default text." : "You are using your own text.";
  if (source !== null) return "This language has its own text.";
  const used = general.source === null ? "the default text" : "your text for all languages";
  return `This language uses ${used}. Change it here to give the language its own.`;
}

/** The error message about the text, if the error is about it. */
function problemIn(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  return Object.values(error.byField)[0];
}
