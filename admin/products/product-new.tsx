import { Stack, Switch } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { createProduct, useProductAction } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";
import { EditorsOnly } from "../components/editors-only.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Section } from "../components/section.tsx";
import { useUnsaved } from "../components/unsaved.tsx";
import { changesOf, fieldNames, ProductFields, useProblems } from "./product-fields.tsx";
import { wrongFields } from "./wrong-fields.ts";

const list = { to: "/admin/products", label: "Products" };

/** Creates a product. Files are added afterwards, on its own screen. */
export function ProductNew() {
  return (
    <>
      <PageHeader title="New product" words="Files and license keys come next." back={list} />
      <EditorsOnly list={list}>
        <Form />
      </EditorsOnly>
    </>
  );
}

function Form() {
  const [draft, setDraft] = useState({ name: "", sku: "", price: "", currency: "" });
  const [hasPermalink, setHasPermalink] = useState(false);
  const { form, forget } = useUnsaved(fieldNames.some((name) => draft[name] !== ""));
  const problems = useProblems(draft, fieldNames);
  const [tried, setTried] = useState(false);
  const navigate = useNavigate();
  const making = useProductAction(createProduct);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    const product = { ...changesOf(draft, fieldNames), permalink_enabled: hasPermalink };
    making.mutate(product, {
      onSuccess: ({ name, sku }) => showDone(`“${name || sku}” was created.`),
      onSuccessIfMounted: ({ id }) => {
        forget();
        navigate(`/admin/products/${id}?tab=files`, { replace: true });
      },
    });
  };
  const wrong = { ...wrongFields(making.error), ...(tried && problems) };
  const beside = making.error instanceof ApiProblem && making.error.status === 409;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="lg" maw={640}>
        <Section title="Product">
          <ProductFields
            draft={draft}
            onChange={setDraft}
            wrong={wrong}
            skuHint="The product code your shop sends. Must match exactly."
            autoFocus
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
        <FormButtons submitLabel="Create product" busy={making.isPending} cancel="/admin/products" />
      </Stack>
    </form>
  );
}
