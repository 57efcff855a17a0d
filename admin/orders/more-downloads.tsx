import { Button, NumberInput, Popover, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { changeOrderItem, useOrderAction } from "../api/orders.ts";
import type { Order, OrderItem } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { number, quoted } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { wholeNumberProblem } from "../components/whole-number.ts";

const usual = 2;
const most = 100_000;

/** Adds downloads to each file of one product of an order. */
export function MoreDownloads({ order, item, left }: { order: Order; item: OrderItem; left: number }) {
  const [opened, { close, toggle }] = useDisclosure();
  const [more, setMore] = useState<number | string>(usual);
  const problem = wholeNumberProblem(more, 1, most, "Enter a number.");
  const giving = useOrderAction(async () => {
    const given = Number(more);
    await changeOrderItem(item.id, { additional_downloads: given });
    // Closes before the new numbers load, or the text below would add them twice.
    close();
    showDone(`Added ${downloads(given)} per file of ${quoted(item.product_name || item.item_sku)}.`);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!problem) giving.mutate(undefined);
  };
  const ask = () => {
    setMore(usual);
    giving.reset();
    toggle();
  };
  return (
    <Popover opened={opened} onDismiss={close} width={280} position="bottom-end" withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button size="compact-sm" variant="default" onClick={ask} aria-label={`Add downloads for ${item.product_name}`}>
          Add downloads…
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add downloads">
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <NumberInput
              label="Downloads to add per file"
              min={1}
              clampBehavior="none"
              allowDecimal={false}
              value={more}
              onChange={setMore}
              error={problem}
              data-autofocus
            />
            <Text size="sm" c="dimmed">
              At least {number(left)} left per file now
              {problem ? "." : `, ${number(left + Number(more))} after this.`}{" "}
              {order.status === "expired" && " This order has expired. Extend it too."}
            </Text>
            <FormProblem error={giving.error} />
            <Button type="submit" loading={giving.isPending}>
              {problem ? "Add downloads" : `Add ${downloads(Number(more))}`}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const downloads = (count: number) => (count === 1 ? "1 download" : `${number(count)} downloads`);
