import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { useState } from "react";
import { changeOrder, ordersExport, resendOrder } from "../api/orders.ts";
import type { Order } from "../api/types.ts";
import { number } from "../components/format.ts";
import { expirationOf } from "./expiration.ts";
import { ExtendDialog } from "./extend-dialog.tsx";
import type { useBulk } from "./use-bulk.ts";

interface BulkBarProps {
  selected: Order[];
  bulk: ReturnType<typeof useBulk>;
  canChange: boolean;
  /** Called with an order as soon as it is done, so that what failed stays selected. */
  onDone: (order: Order) => void;
  onClear: () => void;
}

/** What can be done with the selected orders. */
export function BulkBar({ selected, bulk, canChange, onDone, onClear }: BulkBarProps) {
  const [extending, setExtending] = useState(false);
  const count = `${number(selected.length)} ${selected.length === 1 ? "order" : "orders"}`;
  const start = (doing: string, done: string, act: (order: Order) => Promise<unknown>) =>
    bulk.start(selected, {
      doing,
      done,
      act: async (order) => {
        await act(order);
        onDone(order);
      },
    });
  const busy = bulk.run?.state === "running";
  return (
    <Paper withBorder shadow="sm" p="xs" pos="sticky" bottom={12} mt="md" style={{ zIndex: 1 }}>
      <Group gap="xs" role="group" aria-label="With the selected orders">
        <Group gap="xs" flex="1 0 auto">
          <CloseButton aria-label="Select none" onClick={onClear} disabled={busy} />
          <Text size="sm" fw={600} aria-live="polite">
            {count} selected
          </Text>
        </Group>
        <Group gap="xs">
          {canChange && (
            <>
              <Button
                size="xs"
                variant="default"
                loading={busy}
                onClick={() => start("Sending again", "sent again", ({ id }) => resendOrder(id))}
              >
                Resend
              </Button>
              <Button size="xs" variant="default" disabled={busy} onClick={() => setExtending(true)}>
                Extend…
              </Button>
            </>
          )}
          <Button
            size="xs"
            variant="default"
            component="a"
            href={ordersExport({ ids: selected.map(({ id }) => id) })}
            download
          >
            Export
          </Button>
        </Group>
      </Group>
      <ExtendDialog
        title={`Extend ${count}`}
        opened={extending}
        onClose={() => setExtending(false)}
        onExtend={(choice) => {
          setExtending(false);
          start("Extending", "extended", (order) =>
            changeOrder(order.id, { expiration_date: expirationOf(choice, order) }),
          );
        }}
      />
    </Paper>
  );
}
