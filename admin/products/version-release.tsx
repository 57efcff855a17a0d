import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { changeVersion, type FileVersion } from "../api/file-versions.ts";
import { useProductAction } from "../api/products.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { platformNames, type Release, ReleaseFields } from "./release-fields.tsx";

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
  const initialValues: Release = {
    version: shown.version ?? "",
    platform: shown.platform ?? "",
    signature: shown.signature ?? "",
  };
  const saving = useProductAction(({ version, platform, signature }: Release) =>
    changeVersion(product, file, number, {
      version: version.trim() || null,
      platform: platform || null,
      signature: signature.trim() === "" ? null : signature,
    }),
  );
  const { form, element } = useServerForm({ initialValues }, { refusal: saving.error, inDialog: true });
  return (
    <form {...element((values) => saving.mutate(values, { onSuccessIfMounted: onClose }))}>
      <Stack gap="xs">
        <ReleaseFields inputProps={(name) => form.getInputProps(name)} />
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
