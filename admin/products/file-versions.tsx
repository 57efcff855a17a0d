import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import type { File as StoredFile } from "../api/types.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";

const versionsCode = lazyCode(() => import("./version-list.tsx"));

interface FileVersionsProps {
  product: number;
  file: StoredFile;
  canChange: boolean;
}

/** Opens the history of a file that was updated. */
export function FileVersions({ file, ...props }: FileVersionsProps) {
  const [opened, { open, close }] = useDisclosure();
  if (file.updated_at === null) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={`Versions of ${file.filename}`}>
        Versions
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={`Versions of ${file.filename}`}
        size="lg"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Content file={file} {...props} />
      </Modal>
    </>
  );
}

function Content({ product, file, canChange }: FileVersionsProps) {
  const { code, error, retry } = useLazyCode(versionsCode);
  if (code) return <code.Versions product={product} file={file} canChange={canChange} />;
  return error ? <ErrorNotice error={error} retry={retry} /> : <LoadingSection lines={4} />;
}
