import type { File as StoredFile } from "../api/types.ts";
import { isolated } from "../components/format.ts";
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
    <FileDialog act="Replace" title={`Replace ${isolated(file.filename)}`}>
      {({ ReplaceDialog }, close) => <ReplaceDialog file={file} {...props} onClose={close} />}
    </FileDialog>
  );
}
