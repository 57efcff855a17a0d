import { Button, FileButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { File as StoredFile } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showError } from "../components/notify.tsx";
import { uploaderCode } from "../components/upload/lazy-uploader.ts";

interface ReplaceDialogProps {
  product: number;
  file: StoredFile;
  onClose: () => void;
}

/** Takes the new version of a file, with a note for customers. */
export function ReplaceDialog({ product, file: { id, filename }, onClose }: ReplaceDialogProps) {
  const [note, setNote] = useState("");
  const choose = (chosen: File | null) => {
    if (!chosen) return;
    if (chosen.name === filename) begin(chosen);
    else {
      confirmAction({
        title: `Replace ${filename} with ${chosen.name}?`,
        words: `${isOtherType(filename, chosen.name) ? "It is another type of file. " : ""}Once it is uploaded, customers get it in place of ${filename}, under its new name.`,
        confirmLabel: "Replace",
        onConfirm: () => begin(chosen),
      });
    }
  };
  const begin = async (chosen: File) => {
    onClose();
    try {
      const { upload } = await uploaderCode();
      upload([chosen], { product, replaces: { id, filename, note: note.trim() } });
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
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <FileButton onChange={choose}>{(props) => <Button {...props}>Choose new file</Button>}</FileButton>
      </Group>
    </Stack>
  );
}

/** Whether the names end differently, such as `brush.xmp` and `keys.txt`. */
const isOtherType = (one: string, other: string) => endOf(one) !== endOf(other);
const endOf = (name: string) => (/\.[^.]*$/.exec(name)?.[0] ?? "").toLowerCase();
