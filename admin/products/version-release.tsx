import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { changeVersion, type FileVersion } from "../api/file-versions.ts";
import { useProductAction } from "../api/products.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { useServerForm } from "../components/use-server-form.ts";

type Platform = NonNullable<FileVersion["platform"]>;

const platformNames: Record<Platform, string> = {
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

interface VersionReleaseProps {
  product: number;
  file: number;
  version: FileVersion;
  /** Whether the product's update feeds are on. */
  hasFeeds: boolean;
  canChange: boolean;
}

/** What update feeds say about a version of a file. */
export function VersionRelease({ version: shown, hasFeeds, canChange, ...place }: VersionReleaseProps) {
  const [editing, setEditing] = useState(false);
  const { number, version, platform, signature } = shown;
  if (editing) return <ReleaseForm version={shown} {...place} onClose={() => setEditing(false)} />;
  const facts = [version, platform && platformNames[platform]].filter(Boolean);
  if (facts.length === 0 && signature === null && !hasFeeds) return null;
  return (
    <Stack gap={2}>
      <Group gap="xs" align="baseline">
        <Text size="sm">For update feeds: {facts.length > 0 ? facts.join(", ") : "nothing yet"}</Text>
        {canChange && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => setEditing(true)}
            aria-label={`Edit what update feeds say about version ${number}`}
          >
            Edit
          </Button>
        )}
      </Group>
      {signature !== null && (
        <Text size="xs" c="dimmed" ff="monospace" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
          Signature {signature}
        </Text>
      )}
    </Stack>
  );
}

interface ReleaseFormProps extends Pick<VersionReleaseProps, "product" | "file" | "version"> {
  onClose: () => void;
}

function ReleaseForm({ product, file, version: { number, ...shown }, onClose }: ReleaseFormProps) {
  const initialValues = {
    version: shown.version ?? "",
    platform: (shown.platform ?? "") as Platform | "",
    signature: shown.signature ?? "",
  };
  const saving = useProductAction(({ version, platform, signature }: typeof initialValues) =>
    changeVersion(product, file, number, {
      version: version.trim() || null,
      platform: platform || null,
      signature: signature.trim() === "" ? null : signature,
    }),
  );
  const { form, element } = useServerForm({ initialValues }, { refusal: saving.error, inDialog: true });
  return (
    <form {...element((values) => saving.mutate(values, { onSuccessIfMounted: onClose }))}>
      <Stack gap="xs" component="fieldset" m={0} p={0} bd={0}>
        <Text component="legend" size="sm" fw={600} mb={4}>
          For update feeds
        </Text>
        <TextInput
          label="Version"
          description="Of your program. Only files with a version and a system are in feeds."
          placeholder="1.4.2"
          {...form.getInputProps("version")}
        />
        <NativeSelect
          label="System"
          data={[{ value: "", label: "None" }, ...platforms]}
          {...form.getInputProps("platform")}
        />
        <Textarea
          label="Signature"
          description="Optional. The text that your own tool wrote, for Sparkle or Tauri."
          autosize
          maxRows={6}
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          {...form.getInputProps("signature")}
        />
        <FormProblem error={saving.error} fields={Object.keys(initialValues)} />
        <Group gap="xs">
          <Button size="compact-sm" type="submit" loading={saving.isPending}>
            Save
          </Button>
          <Button size="compact-sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
