import { Divider, Stack } from "@mantine/core";
import { Fragment } from "react";
import { moveFile, removeFile } from "../api/files.ts";
import { useProductAction } from "../api/products.ts";
import type { Product } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { cut } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { FileRow } from "./file-row.tsx";
import { useDragging } from "./use-dragging.ts";

/** The product's files in the order in which customers see them. */
export function FileList({ product, canChange }: { product: Product; canChange: boolean }) {
  const { id, files, updates } = product;
  const moving = useProductAction(({ file, position }: { file: number; position: number }) =>
    moveFile(id, file, position),
  );
  const move = (file: number, to: number) => moving.mutate({ file, position: to + 1 }, { onError: showError });
  const dragging = useDragging((from, to) => files[from] && move(files[from].id, to));
  const removing = useProductAction((file: number) => removeFile(id, file));
  const askToRemove = (file: Product["files"][number]) =>
    confirmAction({
      title: `Remove ${cut(file.filename)}?`,
      words:
        "Customers can no longer download it, including those who bought it. The file is deleted unless another product uses it. This cannot be undone.",
      confirmLabel: "Remove file",
      onConfirm: () =>
        removing.mutate(file.id, {
          onSuccess: () => showDone(`${cut(file.filename)} was removed.`),
          onError: showError,
        }),
    });
  return (
    <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label="Files">
      {files.map((file, index) => (
        <Fragment key={file.id}>
          {index > 0 && <Divider component="li" aria-hidden />}
          <FileRow
            product={id}
            file={file}
            hasFeeds={updates !== "off"}
            canChange={canChange}
            // While a move is loading, another would be lost.
            dragging={canChange && files.length > 1 && !moving.isPending ? dragging(index) : {}}
            isFirst={index === 0}
            isLast={index === files.length - 1}
            busy={moving.isPending || (removing.isPending && removing.variables === file.id)}
            onMove={(places) => move(file.id, index + places)}
            onRemove={() => askToRemove(file)}
          />
        </Fragment>
      ))}
    </Stack>
  );
}
