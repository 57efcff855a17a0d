import type { File as StoredFile } from "../api/types.ts";
import { FileDialog } from "./file-dialog.tsx";

/** Uploads a new version of a file. */
export function ReplaceFile({ product, file }: { product: number; file: StoredFile }) {
  return (
    <FileDialog act="Replace" title={`Replace ${file.filename}`}>
      {({ ReplaceDialog }, close) => <ReplaceDialog product={product} file={file} onClose={close} />}
    </FileDialog>
  );
}
