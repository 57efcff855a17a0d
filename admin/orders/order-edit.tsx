import { Modal, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { changeOrder, useOrderAction } from "../api/orders.ts";
import type { Order, OrderChanges } from "../api/types.ts";
import { EmailInput } from "../components/address-inputs.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { orderName } from "../components/order-link.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { closeDialog } from "../components/unsaved.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { EditedItems } from "./edited-items.tsx";
import { localInput } from "./expiration.ts";
import { deliveryProblem, type GiftDraft, giftDraftOf, giftFields, giftOf, recipientProblem } from "./gift-draft.ts";
import { GiftFields } from "./gift-fields.tsx";
import { type ItemEdits, itemChanges, itemsProblem, noEdits } from "./item-edits.ts";
import { type LimitChoice, LimitField, limitOf, limitProblem } from "./limit-field.tsx";
import { RemovalQuestion } from "./removal-question.tsx";

const texts = [
  ...(["email", "first_name", "last_name", "title", "vendor_id", "subscription_id"] as const),
  ...(["custom_1", "custom_2", "custom_3"] as const),
] as const;
type TextName = (typeof texts)[number];
const fields = [...texts, ...giftFields, "access_until", "download_limit"] as const;

interface OrderValues extends Record<TextName, string>, GiftDraft {
  /** As the browser's date and time field writes it; empty if access does not end. */
  access_until: string;
  download_limit: LimitChoice;
  items: ItemEdits;
}

interface OrderEditProps {
  order: Order;
  opened: boolean;
  onClose: () => void;
}

/** Edits an order's customer, title, IDs, gift, limit and products. */
export function OrderEdit({ order, opened, onClose }: OrderEditProps) {
  return (
    <Modal
      opened={opened}
      onClose={() => closeDialog(onClose)}
      title={`Edit order ${orderName(order)}`}
      size="lg"
      centered
    >
      <Form order={order} onClose={onClose} />
    </Modal>
  );
}

function Form({ order, onClose }: Omit<OrderEditProps, "opened">) {
  const [asking, setAsking] = useState(false);
  const saving = useOrderAction(async ({ changes, items }: { changes: OrderChanges; items: ItemEdits }) =>
    changeOrder(order.id, { ...changes, ...(await itemChanges(order.id, items)) }),
  );
  const { form, element, part, forget } = useServerForm<OrderValues>(
    {
      initialValues: valuesOf(order),
      validate: {
        download_limit: limitProblem,
        recipient_email: (_, values) => recipientProblem(values),
        deliver_at: (_, values) => deliveryProblem(values, giftDraftOf(order).deliver_at),
        // Shown at the quantity itself.
        items: (items) => itemsProblem(items, order.currency),
      },
    },
    { refusal: saving.error, inDialog: true },
  );
  const { items } = form.values;
  const own = order.order_items.filter(({ bundle_item_id }) => bundle_item_id === null);
  const gone = own.filter(({ item_id }) => items.removed.includes(item_id)).map(({ id }) => id);
  const lost = order.order_items.filter((item) => [item.id, item.bundle_item_id].some((id) => gone.includes(id ?? -1)));
  const save = () => {
    setAsking(false);
    const changed = fields.filter(
      (name) => asCompared(name, form.values) !== asCompared(name, form.getInitialValues()),
    );
    const changes: OrderChanges = Object.fromEntries(changed.map((name) => [name, changeOf(name, form.values)]));
    saving.mutate(
      { changes, items },
      {
        onSuccess: () => showDone("Order saved."),
        onSuccessIfMounted: () => {
          forget();
          onClose();
        },
      },
    );
  };
  if (asking) return <RemovalQuestion items={lost} onBack={() => setAsking(false)} onRemove={save} />;
  return (
    <form {...element(() => (lost.length > 0 ? setAsking(true) : save()))}>
      <Stack>
        <EmailInput
          label="Email"
          description="Future emails go to this address."
          required
          data-autofocus
          {...form.getInputProps("email")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="First name" {...form.getInputProps("first_name")} />
          <TextInput label="Last name" {...form.getInputProps("last_name")} />
        </SimpleGrid>
        <TextInput
          label="Title"
          description="Shown to the customer as the order's name."
          {...form.getInputProps("title")}
        />
        <TextInput
          label="Your order ID"
          description="The order's ID in your shop. Leave empty to use Waybill's order ID."
          {...form.getInputProps("vendor_id")}
        />
        {(order.access_until !== null || order.subscription_id !== null) && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="Access paid until"
              type="datetime-local"
              description="Links and licenses end then. Leave empty if access does not end."
              {...form.getInputProps("access_until")}
            />
            <TextInput
              label="Subscription"
              description="Its ID in your shop."
              {...form.getInputProps("subscription_id")}
            />
          </SimpleGrid>
        )}
        <GiftFields isGift={form.values.gift} input={form.getInputProps} />
        <LimitField {...part("download_limit")} kinds={["number", "unlimited"]} />
        <EditedItems
          items={order.order_items}
          currency={order.currency}
          edits={items}
          onChange={(edits) => form.setFieldValue("items", edits)}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label="Custom field 1" {...form.getInputProps("custom_1")} />
          <TextInput label="Custom field 2" {...form.getInputProps("custom_2")} />
          <TextInput label="Custom field 3" {...form.getInputProps("custom_3")} />
        </SimpleGrid>
        <FormProblem error={saving.error} fields={fields} />
        <FormButtons submitLabel="Save" busy={saving.isPending} cancel={() => closeDialog(onClose)} />
      </Stack>
    </form>
  );
}

function valuesOf(order: Order): OrderValues {
  const values = Object.fromEntries(texts.map((name) => [name, order[name] ?? ""])) as Record<TextName, string>;
  const { download_limit: limit } = order;
  return {
    ...values,
    ...giftDraftOf(order),
    email: readableAddress(order.email),
    access_until: order.access_until === null ? "" : localInput(new Date(order.access_until).getTime()),
    download_limit: { kind: limit === null ? "unlimited" : "number", count: limit ?? "" },
    items: noEdits,
  };
}

const isOfGift = (name: string): name is (typeof giftFields)[number] => giftFields.some((one) => one === name);

/** Both ways to write a domain are one address. */
function asCompared(name: (typeof fields)[number], values: OrderValues) {
  const value = changeOf(name, values);
  return typeof value === "string" && name.endsWith("email") ? readableAddress(value) : value;
}

/** A field's value for v3. Null clears a text. The email address cannot be cleared. */
function changeOf(name: (typeof fields)[number], values: OrderValues) {
  if (name === "download_limit") return limitOf(values.download_limit);
  if (isOfGift(name)) return giftOf(values)[name];
  if (name === "access_until") return values.access_until === "" ? null : new Date(values.access_until).toISOString();
  const text = values[name].trim();
  return text === "" && name !== "email" ? null : text;
}
