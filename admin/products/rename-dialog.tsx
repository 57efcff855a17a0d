import { Stack, TextInput } from "@mantine/core";
import { renameFile } from "../api/files.ts";
import { useProductAction } from "../api/products.ts";
import type { File as StoredFile } from "../api/types.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { cut } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { closeDialog } from "../components/unsaved.tsx";
import { useServerForm } from "../components/use-server-form.ts";

/** Gives a file another name. */
export function RenameDialog({ file: { id, filename }, onClose }: { file: StoredFile; onClose: () => void }) {
  const saving = useProductAction((name: string) => renameFile(id, name));
  const { form, element, forget } = useServerForm(
    { initialValues: { filename } },
    { refusal: saving.error, inDialog: true },
  );
  const save = (values: { filename: string }) =>
    saving.mutate(values.filename.trim(), {
      onSuccess: (file) => showDone(`Renamed to ${cut(file.filename)}.`),
      onSuccessIfMounted: () => {
        forget();
        onClose();
      },
    });
  return (
    <form {...element(save)}>
      <Stack>
        <TextInput
          label="File name"
          description="Customers see the new name. Links they already have keep working."
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("filename")}
        />
        <FormProblem error={saving.error} fields={["filename"]} />
        <FormButtons submitLabel="Rename" busy={saving.isPending} cancel={() => closeDialog(onClose)} />
      </Stack>
    </form>
  );
}
