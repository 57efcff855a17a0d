import "@mantine/dropzone/styles.css";
import { Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useState } from "react";

/** The service's limit. */
const maxFileBytes = 50 * 1_048_576;

/** Takes one dropped or chosen file. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <>
      <Dropzone
        multiple={false}
        maxSize={maxFileBytes}
        onDrop={([file]) => file && onFile(file)}
        onReject={([rejection]) =>
          setRefused(
            (rejection?.file.size ?? 0) > maxFileBytes
              ? "The file is larger than 50 MiB. Split it, and repeat the header row in each part."
              : "Choose one file at a time.",
          )
        }
        aria-label="Choose a CSV file to check"
        p="xl"
      >
        <Stack align="center" gap={4} ta="center" style={{ pointerEvents: "none" }}>
          <Text fw={500}>Drop a CSV file here or click to choose</Text>
          <Text size="sm" c="dimmed">
            UTF-8, with a header row, separated by commas, semicolons or tabs. Up to 50,000 rows.
          </Text>
        </Stack>
      </Dropzone>
      {refused && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {refused}
        </Text>
      )}
    </>
  );
}
