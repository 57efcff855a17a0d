import { Button, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

export interface HeaderRow {
  /** Tells rows apart while they are changed. */
  key: number;
  name: string;
  value: string;
}

interface HeaderFieldsProps {
  /** Null: those that the endpoint has stay. */
  rows: HeaderRow[] | null;
  onChange: (rows: HeaderRow[] | null) => void;
  /** Names of those that the endpoint has. */
  names: string[];
  error?: ReactNode;
}

/** What v3 takes for the rows; undefined if nothing changes. */
export const headersOf = (rows: HeaderRow[] | null): Record<string, string> | undefined =>
  rows === null
    ? undefined
    : Object.fromEntries(
        rows.map(({ name, value }) => [name.trim(), value.trim()]).filter(([name, value]) => name || value),
      );

let made = 0;
const newRow = (): HeaderRow => ({ key: ++made, name: "", value: "" });

/** Headers that are sent with every message. Values are written and never shown. */
export function HeaderFields({ rows, onChange, names, error }: HeaderFieldsProps) {
  const change = (key: number, part: Partial<HeaderRow>) =>
    onChange((rows ?? []).map((row) => (row.key === key ? { ...row, ...part } : row)));
  const keeps = rows === null && names.length > 0;
  return (
    <Stack gap="xs" align="flex-start" role="group" aria-label="Headers">
      <Input.Label>Headers</Input.Label>
      <Text size="xs" c="dimmed">
        Sent with every message, for a system that requires a key. Their values are never shown again.
      </Text>
      {keeps && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {names.join(", ")}
        </Text>
      )}
      {rows?.map(({ key, name, value }, index) => (
        <Group key={key} gap="xs" align="flex-end" w="100%">
          <TextInput
            aria-label={`Name of header ${index + 1}`}
            placeholder="X-Api-Key"
            flex="1 1 140px"
            autoComplete="off"
            value={name}
            onChange={(event) => change(key, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Value of header ${index + 1}`}
            placeholder="Value"
            flex="2 1 180px"
            autoComplete="off"
            value={value}
            onChange={(event) => change(key, { value: event.currentTarget.value })}
          />
          <Button
            variant="default"
            aria-label={`Remove header ${index + 1}`}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            Remove
          </Button>
        </Group>
      ))}
      {error && <Input.Error>{error}</Input.Error>}
      <Group gap="xs">
        {keeps ? (
          <>
            <Button variant="default" size="xs" onClick={() => onChange([newRow()])}>
              Replace headers
            </Button>
            <Button variant="default" size="xs" onClick={() => onChange([])}>
              Remove all
            </Button>
          </>
        ) : (
          <Button variant="default" size="xs" onClick={() => onChange([...(rows ?? []), newRow()])}>
            Add header
          </Button>
        )}
        {rows !== null && names.length > 0 && (
          <Button variant="default" size="xs" onClick={() => onChange(null)}>
            Keep {names.join(", ")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
