import type { File as StoredFile } from "../api/types.ts";
import { FileDialog } from "./file-dialog.tsx";

/** Gives a file another name. */
export function RenameFile({ file }: { file: StoredFile }) {
  return (
    <FileDialog act="Rename…" filename={file.filename} title={(name) => `Rename ${name}`}>
      {({ RenameDialog }, close) => <RenameDialog file={file} onClose={close} />}
    </FileDialog>
  );
}
