import { Modal, Stack, TextInput } from "@mantine/core";
import { saveUrl, useProductAction } from "../api/products.ts";
import type { Product } from "../api/types.ts";
import { UrlInput } from "../components/address-inputs.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { cut } from "../components/format.ts";
import { closeDialog } from "../components/unsaved.tsx";
import { useServerForm } from "../components/use-server-form.ts";

interface UrlFormProps {
  product: number;
  /** Null for a new one. */
  url: Product["item_urls"][number] | null;
  onClose: () => void;
}

/** Adds a link to another site, or changes one. */
export function UrlForm({ product, url, onClose }: UrlFormProps) {
  const leave = () => closeDialog(onClose);
  const saving = useProductAction((address: { url: string; name: string }) =>
    saveUrl(product, url?.id ?? null, { url: address.url.trim(), name: address.name.trim() }),
  );
  const { form, element } = useServerForm(
    { initialValues: { url: url?.url ?? "", name: url?.name ?? "" } },
    { refusal: saving.error, inDialog: true },
  );
  return (
    <Modal opened onClose={leave} title={url ? `Edit ${cut(url.name)}` : "Add link"} centered>
      <form {...element((address) => saving.mutate(address, { onSuccessIfMounted: onClose }))}>
        <Stack>
          <UrlInput label="URL" placeholder="https://…" required data-autofocus {...form.getInputProps("url")} />
          <TextInput
            label="Name"
            description="Shown to customers. If empty, they see the site's name."
            {...form.getInputProps("name")}
          />
          <FormProblem error={saving.error} fields={["url", "name"]} />
          <FormButtons submitLabel={url ? "Save" : "Add link"} busy={saving.isPending} cancel={leave} />
        </Stack>
      </form>
    </Modal>
  );
}
