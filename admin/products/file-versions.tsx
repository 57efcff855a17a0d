import type { File as StoredFile } from "../api/types.ts";
import { isolated } from "../components/format.ts";
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
    <FileDialog act="Tell the buyers" title={`Tell the buyers of ${isolated(file.filename)}`} size="lg">
      {({ TellBuyers }) => <TellBuyers product={product} file={file} begun />}
    </FileDialog>
  );
}

/** Opens the history of a file that was updated, or that update feeds may name. */
export function FileVersions({ file, ...props }: FileVersionsProps) {
  if (file.updated_at === null && !props.hasFeeds) return null;
  return (
    <FileDialog act="Versions" title={`Versions of ${isolated(file.filename)}`} size="lg">
      {({ Versions }) => <Versions file={file} {...props} />}
    </FileDialog>
  );
}
