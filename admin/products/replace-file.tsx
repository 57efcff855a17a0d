import { Button, FileButton, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { File as StoredFile } from "../api/types.ts";
import { showError } from "../components/notify.tsx";
import { uploaderCode } from "../components/upload/lazy-uploader.ts";

/** Replaces a file with another. */
export function ReplaceFile({ product, file: { id, filename } }: { product: number; file: StoredFile }) {
  const [opened, { open, close }] = useDisclosure();
  const begin = async (chosen: File | null) => {
    if (!chosen) return;
    close();
    try {
      const { upload } = await uploaderCode();
      upload([chosen], { product, replaces: { id, filename } });
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
            Customers who bought the product get the new file once it is uploaded, and its download count starts again.
            The old file is then deleted, unless another product uses it.
          </Text>
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
