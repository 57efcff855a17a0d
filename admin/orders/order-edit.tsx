import { Modal, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { changeOrder, useOrderAction } from "../api/orders.ts";
import { ApiProblem } from "../api/request.ts";
import type { Order, OrderChanges } from "../api/types.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { closeDialog, useUnsaved } from "../components/unsaved.tsx";
import { useFocusFirstError } from "../components/use-focus-first-error.ts";
import { EditedItems } from "./edited-items.tsx";
import { itemChanges, lacksQuantity, noEdits } from "./item-edits.ts";
import { type LimitChoice, LimitField, limitOf, limitProblem } from "./limit-field.tsx";
import { RemovalQuestion } from "./removal-question.tsx";

const fields = ["email", "first_name", "last_name", "title", "vendor_id", "custom_1", "custom_2", "custom_3"] as const;
type Texts = Record<(typeof fields)[number], string>;

interface OrderEditProps {
  order: Order;
  opened: boolean;
  onClose: () => void;
}

/** Edits an order's customer, title, IDs, limit and products. */
export function OrderEdit({ order, opened, onClose }: OrderEditProps) {
  return (
    <Modal
      opened={opened}
      onClose={() => closeDialog(onClose)}
      title={`Edit order ${order.id}`}
      size="lg"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Form order={order} onClose={onClose} />
    </Modal>
  );
}

function Form({ order, onClose }: Omit<OrderEditProps, "opened">) {
  const [before] = useState(() => textsOf(order));
  const [texts, setTexts] = useState(before);
  const [limitBefore] = useState<LimitChoice>(() => ({
    kind: order.download_limit === null ? "unlimited" : "number",
    count: order.download_limit ?? "",
  }));
  const [limit, setLimit] = useState(limitBefore);
  const [items, setItems] = useState(noEdits);
  const [asking, setAsking] = useState(false);
  const [tries, setTries] = useState(0);
  const saving = useOrderAction(async (changes: OrderChanges) =>
    changeOrder(order.id, { ...changes, ...(await itemChanges(order.id, items)) }),
  );
  const wrong = saving.error instanceof ApiProblem ? saving.error.byField : {};
  const form = useFocusFirstError(tries, saving.error);
  const held = { texts, limit, items };
  const { forget } = useUnsaved(
    JSON.stringify(held) !== JSON.stringify({ texts: before, limit: limitBefore, items: noEdits }),
    {
      inDialog: true,
    },
  );
  const field = (name: keyof Texts) => ({
    value: texts[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTexts({ ...texts, [name]: event.currentTarget.value }),
    error: wrong[name],
  });
  const wrongLimit = (tries > 0 ? limitProblem(limit) : null) ?? wrong.download_limit;
  const lost = order.order_items.filter(({ item_id }) => items.removed.includes(item_id));
  const save = () => {
    setAsking(false);
    const changed = fields.filter((name) => texts[name] !== before[name]);
    const changes: OrderChanges = Object.fromEntries(changed.map((name) => [name, changeOf(name, texts[name])]));
    const download_limit = limitOf(limit);
    if (download_limit !== limitOf(limitBefore)) changes.download_limit = download_limit;
    saving.mutate(changes, {
      onSuccess: () => showDone("Order saved."),
      onSuccessIfMounted: () => {
        forget();
        onClose();
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (limitProblem(limit) || lacksQuantity(items)) return;
    if (lost.length > 0) setAsking(true);
    else save();
  };
  if (asking) return <RemovalQuestion items={lost} onBack={() => setAsking(false)} onRemove={save} />;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          description="Future emails go to this address."
          required
          data-autofocus
          {...field("email")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="First name" {...field("first_name")} />
          <TextInput label="Last name" {...field("last_name")} />
        </SimpleGrid>
        <TextInput label="Title" description="Shown to the customer as the order's name." {...field("title")} />
        <TextInput
          label="Your order ID"
          description="The order's ID in your shop. Leave empty to use Waybill's order ID."
          {...field("vendor_id")}
        />
        <LimitField value={limit} onChange={setLimit} kinds={["number", "unlimited"]} error={wrongLimit} />
        <EditedItems items={order.order_items} edits={items} onChange={setItems} />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label="Custom field 1" {...field("custom_1")} />
          <TextInput label="Custom field 2" {...field("custom_2")} />
          <TextInput label="Custom field 3" {...field("custom_3")} />
        </SimpleGrid>
        <FormProblem error={saving.error} fields={[...fields, "download_limit"]} />
        <FormButtons submitLabel="Save" busy={saving.isPending} cancel={() => closeDialog(onClose)} />
      </Stack>
    </form>
  );
}

const textsOf = (order: Order) => Object.fromEntries(fields.map((name) => [name, order[name] ?? ""])) as Texts;

/** Null clears a text. The email address cannot be cleared. */
function changeOf(name: keyof Texts, text: string): string | null {
  const value = text.trim();
  return value === "" && name !== "email" ? null : value;
}
