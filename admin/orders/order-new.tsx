import { Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useNavigate } from "react-router";
import { createOrder, useOrderAction } from "../api/orders.ts";
import { useSendsEmail, useStoreDefaults } from "../api/session.ts";
import { EmailInput } from "../components/address-inputs.tsx";
import { EditorsOnly } from "../components/editors-only.tsx";
import { orderOnItsWay } from "../components/email-words.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { hoursInWords, number } from "../components/format.ts";
import { languageNames, locales } from "../components/languages.ts";
import { showDone } from "../components/notify.tsx";
import { orderAddress } from "../components/order-address.ts";
import { orderName } from "../components/order-link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Section } from "../components/section.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import type { ExpirationChoice } from "./expiration.ts";
import { ExpirationFields } from "./expiration-fields.tsx";
import { giftFields } from "./gift-draft.ts";
import { GiftFields } from "./gift-fields.tsx";
import { LimitField } from "./limit-field.tsx";
import { LinesTotal } from "./lines-total.tsx";
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
  const navigate = useNavigate();
  const making = useOrderAction(createOrder);
  const sendsEmail = useSendsEmail();
  const { form, element, part, forget } = useServerForm<OrderDraft>(
    { initialValues: emptyDraft, validate: draftProblems },
    { refusal: making.error },
  );
  const { gift, deliver_at } = form.values;
  const usual = useUsualWords(gift && deliver_at !== "" ? "the gift's delivery" : "now");
  const make = (draft: OrderDraft) =>
    making.mutate(orderOf(draft), {
      onSuccess: (made) =>
        showDone(
          made.email_status === "queued"
            ? `Order ${orderName(made)} was created. ${orderOnItsWay(made, sendsEmail)}`
            : `Order ${orderName(made)} was created.`,
        ),
      onSuccessIfMounted: ({ id }) => {
        forget();
        navigate(orderAddress(id), { replace: true });
      },
    });
  return (
    <form {...element(make)}>
      <Stack gap="lg" maw={640}>
        <Section title="Customer">
          <Stack>
            <EmailInput label="Email" autoComplete="off" required autoFocus {...form.getInputProps("email")} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label="First name" autoComplete="off" {...form.getInputProps("first_name")} />
              <TextInput label="Last name" autoComplete="off" {...form.getInputProps("last_name")} />
            </SimpleGrid>
          </Stack>
        </Section>
        <Section title="Products">
          <Stack gap="sm">
            <OrderLines
              lines={form.values.order_items}
              onChange={(lines) => form.setFieldValue("order_items", lines)}
              required={form.values.order_items.length === 0}
              error={form.errors.order_items as string | undefined}
            />
            <LinesTotal lines={form.values.order_items} />
          </Stack>
        </Section>
        <Section title="Gift">
          <GiftFields isGift={gift} input={form.getInputProps} />
        </Section>
        <Section title="Delivery">
          <Stack>
            <ExpirationFields
              label="Links expire"
              options={expirations}
              defaultWords={usual.expiration}
              {...part("expiration_date")}
            />
            <LimitField
              kinds={["default", "number", "unlimited"]}
              defaultWords={usual.limit}
              {...part("download_limit")}
            />
            <NativeSelect
              label="Language"
              description="Of the order's page and emails."
              data={[
                { value: "", label: "Store language" },
                ...locales.map((value) => ({ value, label: languageNames[value] })),
              ]}
              {...form.getInputProps("locale")}
            />
            <Checkbox
              label="Put on hold"
              description="Delivers nothing until you release it."
              {...form.getInputProps("hold", { type: "checkbox" })}
            />
            <Checkbox
              label="Test order"
              description="Its emails go to the store's email address, it takes no license keys, and no figure counts it."
              {...form.getInputProps("test", { type: "checkbox" })}
            />
            <Checkbox label="Send the delivery email" {...form.getInputProps("send_email", { type: "checkbox" })} />
          </Stack>
        </Section>
        <Section title="Title and ID">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="Title" description="Shown to the customer." {...form.getInputProps("title")} />
            <TextInput
              label="Your order ID"
              description="Such as an invoice number."
              {...form.getInputProps("vendor_id")}
            />
          </SimpleGrid>
        </Section>
        <FormProblem error={making.error} fields={[...texts, ...giftFields, "expiration_date", "download_limit"]} />
        <FormButtons submitLabel="Create order" busy={making.isPending} cancel="/admin/orders" />
      </Stack>
    </form>
  );
}

/** Describes the store's defaults; empty while loading. `start` is when the links begin to work. */
function useUsualWords(start: string): { expiration?: string; limit?: string } {
  const { data } = useStoreDefaults();
  if (!data) return {};
  const { order_expiration_in_hours: hours, download_limit_per_item: limit } = data;
  return {
    expiration:
      hours === null
        ? "Never, unless a product says otherwise."
        : `${hoursInWords(hours)} from ${start}, unless a product says otherwise.`,
    limit:
      limit === null
        ? "Unlimited, unless a product says otherwise."
        : `${number(limit)} per file, unless a product says otherwise.`,
  };
}
