import { Button, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { changeOrderItem, useOrderAction } from "../api/orders.ts";
import type { OrderItem } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { quoted } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { localInput } from "./expiration.ts";

/** Changes until when the customer gets new versions of the files of one product of an order. */
export function ItemUpdates({ item }: { item: OrderItem }) {
  const [opened, { close, toggle }] = useDisclosure();
  const [until, setUntil] = useState("");
  const changing = useOrderAction(async () => {
    await changeOrderItem(item.id, { updates_until: until === "" ? null : new Date(until).toISOString() });
    close();
    showDone(`Changed the updates of ${quoted(item.product_name || item.item_sku)}.`);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changing.mutate(undefined);
  };
  const ask = () => {
    setUntil(item.updates_until === null ? "" : localInput(new Date(item.updates_until).getTime()));
    changing.reset();
    toggle();
  };
  return (
    <Popover opened={opened} onDismiss={close} width={280} position="bottom-end" withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          onClick={ask}
          aria-label={`Change updates for ${item.product_name}`}
        >
          Change updates…
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Change updates">
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <TextInput
              label="Updates until"
              type="datetime-local"
              description="The customer keeps the newest version of that time. Leave empty for updates without end."
              value={until}
              onChange={(event) => setUntil(event.currentTarget.value)}
              data-autofocus
            />
            <FormProblem error={changing.error} />
            <Button type="submit" loading={changing.isPending}>
              Save
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
