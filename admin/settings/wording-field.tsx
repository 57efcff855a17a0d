import { Anchor, Button, Group, Paper, Stack, Text, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import type { WordingName } from "../api/wording.ts";
import type { Locale } from "../components/languages.ts";
import { placeholders, plainStart } from "./wording-starts.ts";
import { texts } from "./wording-texts.ts";
import { WordingVariables } from "./wording-variables.tsx";

interface WordingFieldProps {
  name: WordingName;
  /** The language that the text is for; null for all. */
  locale: Locale | null;
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  readOnly: boolean;
}

/**
 * The text as plain words with buttons that insert values, as long as it has no code of its own. The long texts, and those
 * with code, are edited as code.
 */
export function WordingField({ locale, ...field }: WordingFieldProps) {
  const { name, value, onChange, readOnly } = field;
  const [showsCode, setShowsCode] = useState(false);
  const start = plainStart(name, locale ?? "en");
  const hasCode = value.includes("{%");
  if (start === undefined || showsCode) return <CodeField {...field} />;
  if (hasCode) {
    return (
      <Stack gap="xs">
        <Text fw={600} size="sm">
          {texts[name].label}
        </Text>
        <Paper withBorder p="md">
          <Text size="sm">This text follows the state of the order, such as links that have expired.</Text>
          <Group gap="md" mt="sm">
            {!readOnly && <Button onClick={() => onChange(start)}>Write your own</Button>}
            <Anchor component="button" type="button" size="sm" onClick={() => setShowsCode(true)}>
              {readOnly ? "Show its code" : "Edit its code"}
            </Anchor>
          </Group>
        </Paper>
      </Stack>
    );
  }
  return <PlainField {...field} onCode={() => setShowsCode(true)} />;
}

type FieldProps = Omit<WordingFieldProps, "locale">;

function PlainField({ name, value, onChange, error, readOnly, onCode }: FieldProps & { onCode: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (code: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {};
    onChange(value.slice(0, selectionStart) + code + value.slice(selectionEnd));
    field.current?.focus();
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={texts[name].label}
        description={texts[name].words}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        readOnly={readOnly}
        autosize
        minRows={name.endsWith("_subject") || name === "page_greeting" ? 2 : 4}
        maxRows={20}
      />
      {!readOnly && (
        <Group gap="xs" align="center">
          <Text size="sm" c="dimmed">
            Insert:
          </Text>
          {placeholders.map(({ label, code }) => (
            <Button key={code} size="compact-sm" variant="default" onClick={() => insert(code)}>
              {label}
            </Button>
          ))}
        </Group>
      )}
      <Anchor component="button" type="button" size="sm" py={2} onClick={onCode} style={{ alignSelf: "flex-start" }}>
        Edit as code
      </Anchor>
    </Stack>
  );
}

function CodeField({ name, value, onChange, error, readOnly }: FieldProps) {
  return (
    <Stack gap="xs">
      <Textarea
        label={texts[name].label}
        description={texts[name].words}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        readOnly={readOnly}
        spellCheck={false}
        autosize
        minRows={name === "email_text" || name === "email_html" ? 12 : 3}
        maxRows={30}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      />
      <WordingVariables />
    </Stack>
  );
}
