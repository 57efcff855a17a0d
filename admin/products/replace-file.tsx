import type { File as StoredFile } from "../api/types.ts";
import { FileDialog } from "./file-dialog.tsx";

interface ReplaceFileProps {
  product: number;
  file: StoredFile;
  /** Whether the product's update feeds are on. */
  hasFeeds: boolean;
}

/** Uploads a new version of a file. */
export function ReplaceFile({ file, ...props }: ReplaceFileProps) {
  return (
    <FileDialog act="Replace…" filename={file.filename} title={(name) => `Replace ${name}`}>
      {({ ReplaceDialog }, close) => <ReplaceDialog file={file} {...props} onClose={close} />}
    </FileDialog>
  );
}
