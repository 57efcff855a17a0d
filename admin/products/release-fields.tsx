import { NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { FileVersion } from "../api/file-versions.ts";

type Platform = NonNullable<FileVersion["platform"]>;

/** What is typed about a version of a file, for update feeds; empty for nothing. */
export interface Release {
  version: string;
  platform: Platform | "";
  signature: string;
}

export const platformNames: Record<Platform, string> = {
  any: "Every system",
  "mac-arm64": "Mac with Apple silicon",
  "mac-x64": "Mac with Intel",
  "mac-universal": "Mac of either kind",
  "windows-x64": "Windows, x64",
  "windows-arm64": "Windows, ARM64",
  "windows-x86": "Windows, x86",
  "linux-x64": "Linux, x64",
  "linux-arm64": "Linux, ARM64",
};

const platforms = Object.entries(platformNames).map(([value, label]) => ({ value, label }));

/** The fields of a `Release`; `inputProps` are those of a field of the form. */
export function ReleaseFields({ inputProps }: { inputProps: (name: keyof Release) => object }) {
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd={0}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        For update feeds
      </Text>
      <TextInput
        label="Version"
        description="Of your program. Only files with a version and a system are in feeds."
        placeholder="1.4.2"
        {...inputProps("version")}
      />
      <NativeSelect label="System" data={[{ value: "", label: "None" }, ...platforms]} {...inputProps("platform")} />
      <Textarea
        label="Signature"
        description="Optional. The text that your own tool wrote, for Sparkle or Tauri."
        autosize
        maxRows={6}
        maxLength={2000}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...inputProps("signature")}
      />
    </Stack>
  );
}
