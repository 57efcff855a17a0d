import "@mantine/dropzone/styles.css";
import { Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useUnderway } from "./underway.ts";
import { UploadRow } from "./upload-row.tsx";
import { upload } from "./uploads.ts";

/** Takes files that are dropped or chosen, and shows them on their way. */
export default function Uploader({ product }: { product: number }) {
  const underway = useUnderway();
  const files = underway.files.filter(({ meta }) => meta.product_id === product);
  return (
    <Stack>
      <Dropzone
        role="button"
        // The place itself is the button, so its field is none for a keyboard or a screen reader.
        inputProps={{ style: { display: "none" } }}
        onDrop={(dropped) => upload(dropped, { product })}
        p="xl"
      >
        <Stack align="center" gap={4} ta="center" style={{ pointerEvents: "none" }}>
          <Text fw={500}>Drop files here, or choose them</Text>
          <Text size="sm" c="dimmed">
            Large ones too: an upload goes on by itself after a lost connection.
          </Text>
        </Stack>
      </Dropzone>
      {files.length > 0 && (
        <>
          <Stack component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label="Uploads">
            {files.map((file) => (
              <UploadRow key={file.id} file={file} connected={underway.connected} />
            ))}
          </Stack>
          {!underway.connected && <Text size="sm">They go on by themselves as soon as there is a connection.</Text>}
          <Text size="xs" c="dimmed">
            You can go to other screens meanwhile, but leave this browser tab open. Should it close, choose the same
            files here again to go on.
          </Text>
        </>
      )}
    </Stack>
  );
}
