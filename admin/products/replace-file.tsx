import { Button, FileButton, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { File as StoredFile } from "../api/types.ts";
import { showError } from "../components/notify.tsx";
import { uploaderCode } from "../components/upload/lazy-uploader.ts";

/** Uploads a new version of a file. */
export function ReplaceFile({ product, file: { id, filename } }: { product: number; file: StoredFile }) {
  const [opened, { open, close }] = useDisclosure();
  const [note, setNote] = useState("");
  const begin = async (chosen: File | null) => {
    if (!chosen) return;
    close();
    try {
      const { upload } = await uploaderCode();
      upload([chosen], { product, replaces: { id, filename, note: note.trim() } });
      setNote("");
    } catch (error) {
      showError(error);
    }
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={`Replace ${filename}`}>
        Replace
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={`Replace ${filename}`}
        centered
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Stack>
          <Text size="sm">
            Customers get the new version under the links that they have, once it is uploaded. Download counts go on.
            The version until now stays here, and you can go back to it.
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
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <FileButton onChange={begin}>{(props) => <Button {...props}>Choose new file</Button>}</FileButton>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
