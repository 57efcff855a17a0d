import { Button, FileButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { File as StoredFile } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { cut } from "../components/format.ts";
import { showError } from "../components/notify.tsx";
import { uploaderCode } from "../components/upload/lazy-uploader.ts";
import { type Release, ReleaseFields } from "./release-fields.tsx";

interface ReplaceDialogProps {
  product: number;
  file: StoredFile;
  /** Whether the product's update feeds are on. */
  hasFeeds: boolean;
  onClose: () => void;
}

/** As v3 reads a version. A wrong one would end the upload. */
const versionShape = /^\d{1,9}(\.\d{1,9}){0,3}(-[\dA-Za-z.-]+)?(\+[\dA-Za-z.-]+)?$/;

const versionProblem = (version: string) =>
  version.trim() === "" || versionShape.test(version.trim()) ? null : "Enter a version such as 1.4.2.";

const empty: Release & { note: string } = { note: "", version: "", platform: "", signature: "" };

/** Takes the new version of a file, with a note for customers and what update feeds say. */
export function ReplaceDialog({ product, file: { id, filename }, hasFeeds, onClose }: ReplaceDialogProps) {
  const form = useForm({
    mode: "controlled",
    initialValues: empty,
    validate: { version: versionProblem },
    validateInputOnBlur: true,
  });
  const choose = (chosen: File | null) => {
    if (!chosen) return;
    if (chosen.name === filename) begin(chosen);
    else {
      confirmAction({
        title: `Replace ${cut(filename)} with ${cut(chosen.name)}?`,
        words: `${isOtherType(filename, chosen.name) ? "It is another type of file. " : ""}Once it is uploaded, customers get it in place of ${cut(filename)}, under its new name.`,
        confirmLabel: "Replace",
        onConfirm: () => begin(chosen),
      });
    }
  };
  const begin = async (chosen: File) => {
    onClose();
    try {
      const { upload } = await uploaderCode();
      const { note, version, ...more } = form.values;
      upload([chosen], { product, replaces: { id, filename, note: note.trim(), version: version.trim(), ...more } });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Stack>
      <Text size="sm">
        Once it is uploaded, customers get the new version through their existing links. Download counts continue. The
        current version stays here, and you can go back to it.
      </Text>
      <Textarea
        label="What is new"
        description="Optional. Customers see this note on their order page."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps("note")}
      />
      {hasFeeds && <ReleaseFields inputProps={(name) => form.getInputProps(name)} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <FileButton onChange={choose}>
          {(props) => (
            <Button {...props} disabled={!form.isValid()}>
              Choose new file
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}

/** Whether the names end differently, such as `brush.xmp` and `keys.txt`. */
const isOtherType = (one: string, other: string) => endOf(one) !== endOf(other);
const endOf = (name: string) => (/\.[^.]*$/.exec(name)?.[0] ?? "").toLowerCase();
