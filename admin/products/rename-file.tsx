import type { File as StoredFile } from "../api/types.ts";
import { isolated } from "../components/format.ts";
import { FileDialog } from "./file-dialog.tsx";

/** Gives a file another name. */
export function RenameFile({ file }: { file: StoredFile }) {
  return (
    <FileDialog act="Rename" title={`Rename ${isolated(file.filename)}`}>
      {({ RenameDialog }, close) => <RenameDialog file={file} onClose={close} />}
    </FileDialog>
  );
}
