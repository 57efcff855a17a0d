import { Checkbox, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { createOrder, useOrderAction } from "../api/orders.ts";
import { ApiProblem } from "../api/request.ts";
import { useSendsEmail, useStoreDefaults } from "../api/session.ts";
import { EditorsOnly } from "../components/editors-only.tsx";
import { onItsWay } from "../components/email-words.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { hoursInWords, number } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { orderAddress } from "../components/order-address.ts";
import { PageHeader } from "../components/page-header.tsx";
import { Section } from "../components/section.tsx";
import { useUnsaved } from "../components/unsaved.tsx";
import { useFocusFirstError } from "../components/use-focus-first-error.ts";
import type { ExpirationChoice } from "./expiration.ts";
import { ExpirationFields } from "./expiration-fields.tsx";
import { LimitField } from "./limit-field.tsx";
import { draftProblems, emptyDraft, type OrderDraft, orderOf } from "./new-order.ts";
import { OrderLines } from "./order-lines.tsx";

const expirations: { value: ExpirationChoice["kind"]; label: string }[] = [
  { value: "default", label: "Default" },
  { value: "date", label: "Set a date" },
  { value: "never", label: "Never" },
];

const texts = ["email", "first_name", "last_name", "title", "vendor_id"] as const;

const list = { to: "/admin/orders", label: "Orders" };

/** Creates an order by hand. */
export function OrderNew() {
  return (
    <>
      <PageHeader title="New order" back={list} />
      <EditorsOnly list={list}>
        <Form />
      </EditorsOnly>
    </>
  );
}

function Form() {
  const [draft, setDraft] = useState<OrderDraft>(emptyDraft);
  const { forget } = useUnsaved(JSON.stringify(draft) !== JSON.stringify(emptyDraft));
  const [tries, setTries] = useState(0);
  const navigate = useNavigate();
  const making = useOrderAction(createOrder);
  const sendsEmail = useSendsEmail();
  const usual = useUsualWords();
  const refused = making.error instanceof ApiProblem ? making.error.byField : {};
  const wrong = { ...refused, ...(tries > 0 ? draftProblems(draft) : {}) };
  const form = useFocusFirstError(tries, making.error);
  const set = (changes: Partial<OrderDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const text = (name: (typeof texts)[number]) => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    error: wrong[name],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (Object.keys(draftProblems(draft)).length > 0) return;
    making.mutate(orderOf(draft), {
      onSuccess: ({ id, email, email_status }) =>
        showDone(
          email_status === "queued"
            ? `Order ${id} was created. ${onItsWay(email, sendsEmail)}`
            : `Order ${id} was created.`,
        ),
      onSuccessIfMounted: ({ id }) => {
        forget();
        navigate(orderAddress(id), { replace: true });
      },
    });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="lg" maw={640}>
        <Section title="Customer">
          <Stack>
            <TextInput label="Email" type="email" autoComplete="off" required autoFocus {...text("email")} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label="First name" autoComplete="off" {...text("first_name")} />
              <TextInput label="Last name" autoComplete="off" {...text("last_name")} />
            </SimpleGrid>
          </Stack>
        </Section>
        <Section title="Products">
          <OrderLines lines={draft.lines} onChange={(lines) => set({ lines })} required error={wrong.order_items} />
        </Section>
        <Section title="Delivery">
          <Stack>
            <ExpirationFields
              label="Links expire"
              options={expirations}
              value={draft.expiration}
              onChange={(expiration) => set({ expiration })}
              defaultWords={usual.expiration}
              error={wrong.expiration_date}
            />
            <LimitField
              value={draft.limit}
              onChange={(limit) => set({ limit })}
              kinds={["default", "number", "unlimited"]}
              defaultWords={usual.limit}
              error={wrong.download_limit}
            />
            <Checkbox
              label="Send the delivery email"
              checked={draft.sendEmail}
              onChange={(event) => set({ sendEmail: event.currentTarget.checked })}
            />
          </Stack>
        </Section>
        <Section title="Title and ID">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="Title" description="Shown to the customer." {...text("title")} />
            <TextInput label="Your order ID" description="Such as an invoice number." {...text("vendor_id")} />
          </SimpleGrid>
        </Section>
        <FormProblem error={making.error} fields={[...texts, "expiration_date", "download_limit"]} />
        <FormButtons submitLabel="Create order" busy={making.isPending} cancel="/admin/orders" />
      </Stack>
    </form>
  );
}

/** Describes the store's defaults; empty while loading. */
function useUsualWords(): { expiration?: string; limit?: string } {
  const { data } = useStoreDefaults();
  if (!data) return {};
  const { order_expiration_in_hours: hours, download_limit_per_item: limit } = data;
  return {
    expiration: hours === null ? "Never (your default)." : `${hoursInWords(hours)} from now (your default).`,
    limit: limit === null ? "Unlimited (your default)." : `${number(limit)} per file (your default).`,
  };
}
