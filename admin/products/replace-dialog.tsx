import { Button, FileButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { File as StoredFile } from "../api/types.ts";
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
  const begin = async (chosen: File | null) => {
    if (!chosen) return;
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
        <FileButton onChange={begin}>{(props) => <Button {...props}>Choose new file</Button>}</FileButton>
      </Group>
    </Stack>
  );
}
