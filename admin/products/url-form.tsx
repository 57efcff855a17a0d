import { Modal, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { saveUrl, useProductAction } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";
import type { Product } from "../api/types.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { closeDialog, useUnsaved } from "../components/unsaved.tsx";

interface UrlFormProps {
  product: number;
  /** Null for a new one. */
  url: Product["item_urls"][number] | null;
  onClose: () => void;
}

/** Adds a link to another site, or changes one. */
export function UrlForm({ product, url, onClose }: UrlFormProps) {
  const [before] = useState({ url: url?.url ?? "", name: url?.name ?? "" });
  const [draft, setDraft] = useState(before);
  useUnsaved(draft.url !== before.url || draft.name !== before.name, { inDialog: true });
  const leave = () => closeDialog(onClose);
  const saving = useProductAction(() =>
    saveUrl(product, url?.id ?? null, { url: draft.url.trim(), name: draft.name.trim() }),
  );
  const byField = saving.error instanceof ApiProblem ? saving.error.byField : {};
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
    error: byField[name],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(undefined, { onSuccessIfMounted: onClose });
  };
  return (
    <Modal
      opened
      onClose={leave}
      title={url ? `Edit ${url.name}` : "Add link"}
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput label="URL" type="url" placeholder="https://…" required data-autofocus {...field("url")} />
          <TextInput
            label="Name"
            description="Shown to customers. If empty, they see the site's name."
            {...field("name")}
          />
          <FormProblem error={saving.error} fields={["url", "name"]} />
          <FormButtons submitLabel={url ? "Save" : "Add link"} busy={saving.isPending} cancel={leave} />
        </Stack>
      </form>
    </Modal>
  );
}
