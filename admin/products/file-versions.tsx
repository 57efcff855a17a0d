import type { File as StoredFile } from "../api/types.ts";
import { FileDialog } from "./file-dialog.tsx";

interface FileVersionsProps {
  product: number;
  file: StoredFile;
  /** Whether the product's update feeds are on. */
  hasFeeds: boolean;
  canChange: boolean;
}

/** Opens the email about a file that was updated. */
export function TellAboutFile({ product, file }: Pick<FileVersionsProps, "product" | "file">) {
  if (file.updated_at === null) return null;
  return (
    <FileDialog
      act="Tell the buyers…"
      filename={file.filename}
      title={(name) => `Tell the buyers of ${name}`}
      size="lg"
    >
      {({ TellBuyers }) => <TellBuyers product={product} file={file} begun />}
    </FileDialog>
  );
}

/** Opens the history of a file that was updated, or that update feeds may name. */
export function FileVersions({ file, ...props }: FileVersionsProps) {
  if (file.updated_at === null && !props.hasFeeds) return null;
  return (
    <FileDialog act="Versions" filename={file.filename} title={(name) => `Versions of ${name}`} size="lg">
      {({ Versions }) => <Versions file={file} {...props} />}
    </FileDialog>
  );
}
