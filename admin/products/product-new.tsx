import { FileInput, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { createProduct, useProductAction } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";
import { EditorsOnly } from "../components/editors-only.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { quoted } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Section } from "../components/section.tsx";
import { uploaderCode } from "../components/upload/lazy-uploader.ts";
import { changesOf, emptyDraft, fieldNames, type ProductDraft } from "./product-draft.ts";
import { ProductFields, useProductForm } from "./product-fields.tsx";
import { useWaitingOrders } from "./waiting-orders.ts";

const list = { to: "/admin/products", label: "Products" };

/** Creates a product with its first files, which are uploaded while its own screen is open. */
export function ProductNew() {
  return (
    <>
      <PageHeader title="New product" words="License keys and links come next." back={list} />
      <EditorsOnly list={list}>
        <Form />
      </EditorsOnly>
    </>
  );
}

function Form() {
  const [hasPermalink, setHasPermalink] = useState(false);
  const [files, setFiles] = useState<File[]>([]);
  const navigate = useNavigate();
  const making = useProductAction(createProduct);
  const { form, element, forget } = useProductForm(emptyDraft, making.error);
  const waiting = useWaitingOrders();
  const make = (draft: ProductDraft) => waiting.ask(draft.sku.trim(), "Create and deliver", () => create(draft));
  const create = (draft: ProductDraft) =>
    making.mutate(
      { ...changesOf(draft, fieldNames), permalink_enabled: hasPermalink },
      {
        onSuccess: ({ id, name, sku }) => {
          showDone(`${quoted(name || sku)} was created.`);
          if (files.length > 0) uploaderCode().then(({ upload }) => upload(files, { product: id }), showError);
        },
        onSuccessIfMounted: ({ id }) => {
          forget();
          navigate(`/admin/products/${id}?tab=files`, { replace: true });
        },
      },
    );
  const beside = making.error instanceof ApiProblem && making.error.status === 409;
  return (
    <form {...element(make)}>
      <Stack gap="lg" maw={640}>
        <Section title="Product">
          <ProductFields form={form} skuHint="The product code your shop sends. Must match exactly." isNew />
          <FileInput
            mt="md"
            label="Files"
            description="What customers get. They are uploaded when the product is created; more can follow."
            placeholder="Choose files"
            multiple
            clearable
            clearButtonProps={{ "aria-label": "Choose no files" }}
            value={files}
            onChange={setFiles}
          />
          <Switch
            mt="md"
            label="Permalink"
            description="A link that works without an order, such as for reviewers. You can turn it on later."
            checked={hasPermalink}
            onChange={(event) => setHasPermalink(event.currentTarget.checked)}
          />
        </Section>
        {!beside && <FormProblem error={making.error} fields={fieldNames} />}
        <FormButtons
          submitLabel="Create product"
          busy={making.isPending || waiting.isPending}
          cancel="/admin/products"
        />
      </Stack>
    </form>
  );
}
