import { Button, NumberInput, Popover, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { changeOrderItem, useOrderAction } from "../api/orders.ts";
import type { Order, OrderItem } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { number } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { wholeNumberProblem } from "../components/whole-number.ts";

const usual = 2;
const most = 100_000;

/** Gives an item of an order more downloads of each of its files. */
export function MoreDownloads({ order, item, left }: { order: Order; item: OrderItem; left: number }) {
  const [opened, { close, toggle }] = useDisclosure();
  const [more, setMore] = useState<number | string>(usual);
  const problem = wholeNumberProblem(more, 1, most, "Say how many.");
  const giving = useOrderAction(async () => {
    const given = Number(more);
    await changeOrderItem(item.id, { additional_downloads: given });
    // Before the new numbers are read, to which the sentence below would add once more.
    close();
    showDone(`Each file of ${item.product_name} can be downloaded ${times(given)} more now.`);
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
        <Button
          size="compact-sm"
          variant="default"
          onClick={ask}
          aria-label={`Give more downloads of ${item.product_name}`}
        >
          Give more…
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Give more downloads">
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <NumberInput
              label="More downloads of each file"
              min={1}
              clampBehavior="none"
              allowDecimal={false}
              value={more}
              onChange={setMore}
              error={problem}
              data-autofocus
            />
            <Text size="sm" c="dimmed">
              Of the file with the fewest, {number(left)} left now
              {problem ? "." : ` and ${number(left + Number(more))} then.`}
              {order.status === "expired" && " The order has expired: extend it, too."}
            </Text>
            <FormProblem error={giving.error} />
            <Button type="submit" loading={giving.isPending}>
              {problem ? "Give more" : `Give ${number(Number(more))} more`}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const times = (count: number) => (count === 1 ? "once" : `${number(count)} times`);
