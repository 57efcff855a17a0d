import { Button, FileButton, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { File as StoredFile } from "../api/types.ts";
import { showError } from "../components/notify.tsx";
import { uploaderCode } from "../components/upload/late-uploader.ts";

/** Puts another file in the place of this one. */
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
            The new file takes its place as soon as it is uploaded. Customers who have bought the product find it on
            their order's page, and its downloads are counted anew. The old file is deleted then, unless another product
            has it.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <FileButton onChange={begin}>{(props) => <Button {...props}>Choose the new file</Button>}</FileButton>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
