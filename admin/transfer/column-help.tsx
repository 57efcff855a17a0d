import { Box, Button, Code, Group, Stack, Text } from "@mantine/core";
import { saveCsv } from "./csv-file.ts";
import type { importKinds } from "./import-kinds.ts";

/** Names and contents of a file's columns. */
export function ColumnHelp({ kind: { value, columns, example } }: { kind: (typeof importKinds)[number] }) {
  return (
    <Box component="details">
      <Text component="summary" size="sm" py={2} style={{ cursor: "pointer" }}>
        Columns and example
      </Text>
      <Stack gap={6} mt="sm">
        {columns.map(({ name, required, words }) => (
          <Text size="sm" key={name} style={{ overflowWrap: "anywhere" }}>
            {name.split(", ").map((one, index) => (
              <span key={one}>
                {index > 0 && ", "}
                <Code>{one}</Code>
              </span>
            ))}
            {required && <b> required</b>}: {words}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          Columns can be in any order. Files exported here can be imported unchanged.
        </Text>
        <Group>
          <Button size="xs" variant="default" onClick={() => saveCsv(`${value}-example.csv`, example)}>
            Download example
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}
