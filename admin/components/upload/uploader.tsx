import "@mantine/dropzone/styles.css";
import { Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useState } from "react";
import type { Product } from "../../api/types.ts";
import { cut, number } from "../format.ts";
import { showError } from "../notify.tsx";
import { SameNames } from "./same-names.tsx";
import { StoppedUploads } from "./stopped.tsx";
import { useUnderway } from "./underway.ts";
import { UploadRow } from "./upload-row.tsx";
import { cancelAll, upload } from "./uploads.ts";

export { cancelAll, upload };

/** Takes dropped or chosen files, and shows running uploads. */
export function Uploader({ product: { id, files: stored } }: { product: Product }) {
  const underway = useUnderway();
  const [asked, setAsked] = useState<File[]>([]);
  const files = underway.files.filter(({ meta }) => meta.product_id === id);
  const take = (dropped: File[]) => {
    const fresh = withoutStored(dropped, stored);
    const named = fresh.filter(({ name }) => stored.some(({ filename }) => filename === name));
    upload(
      fresh.filter((file) => !named.includes(file)),
      { product: id },
    );
    setAsked(named);
  };
  return (
    <Stack>
      <Dropzone
        role="button"
        // The whole area is the button, so keyboards and screen readers must not see the file input too.
        inputProps={{ style: { display: "none" } }}
        onDrop={take}
        p="xl"
      >
        <Stack align="center" gap={4} ta="center" style={{ pointerEvents: "none" }}>
          <Text fw={500}>Drop files here or click to choose</Text>
          <Text size="sm" c="dimmed">
            Large files are fine. Uploads continue after a lost connection.
          </Text>
        </Stack>
      </Dropzone>
      <SameNames product={id} stored={stored} chosen={asked} onClose={() => setAsked([])} />
      <StoppedUploads product={id} running={files.map(({ meta }) => meta.name)} />
      {files.length > 0 && (
        <>
          <Stack component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label="Uploads">
            {files.map((file) => (
              <UploadRow key={file.id} file={file} connected={underway.connected} />
            ))}
          </Stack>
          {!underway.connected && <Text size="sm">Uploads continue once you are back online.</Text>}
          <Text size="xs" c="dimmed">
            You can use other screens, but keep this browser tab open. If it closes, choose the same files again to
            continue.
          </Text>
        </>
      )}
    </Stack>
  );
}

/** Skips files that are already stored, with a message: people choose the same files again to resume uploads. */
function withoutStored(dropped: File[], stored: Product["files"]): File[] {
  const isStored = ({ name, size }: File) =>
    stored.some(({ filename, size_bytes }) => filename === name && size_bytes === size);
  const [first, ...others] = dropped.filter(isStored);
  if (first) {
    const which =
      others.length === 0 ? `${cut(first.name)} is` : `${cut(first.name)} and ${number(others.length)} more are`;
    const replace = "To upload a new version, use Replace next to the file.";
    showError(new Error(`${which} already uploaded, with the same size. ${replace}`));
  }
  return dropped.filter((file) => !isStored(file));
}
