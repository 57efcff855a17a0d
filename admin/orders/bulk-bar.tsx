import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { exportAddress } from "../api/exports.ts";
import { changeOrder, resendOrder } from "../api/orders.ts";
import type { Order } from "../api/types.ts";
import { confirmDeed } from "../components/confirm.tsx";
import { ExportButton } from "../components/export-button.tsx";
import { number } from "../components/format.ts";
import { startBulk, useBulkRun } from "./bulk-run.ts";
import { expirationOf } from "./expiration.ts";
import { ExtendDialog } from "./extend-dialog.tsx";

interface BulkBarProps {
  selected: Order[];
  canChange: boolean;
  /** Called with an order as soon as it is done, so that what failed stays selected. */
  onDone: (order: Order) => void;
  onClear: () => void;
}

/** What can be done with the selected orders. */
export function BulkBar({ selected, canChange, onDone, onClear }: BulkBarProps) {
  const queries = useQueryClient();
  const [extending, setExtending] = useState(false);
  const count = `${number(selected.length)} ${selected.length === 1 ? "order" : "orders"}`;
  const start = (doing: string, done: string, act: (order: Order) => Promise<unknown>) =>
    startBulk(queries, selected, {
      doing,
      done,
      act: async (order) => {
        await act(order);
        onDone(order);
      },
    });
  const busy = useBulkRun()?.state === "running";
  const resend = () => start("Sending again", "sent again", ({ id }) => resendOrder(id));
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
                onClick={() => (selected.length > 1 ? askToResend(count, resend) : resend())}
              >
                Resend
              </Button>
              <Button size="xs" variant="default" disabled={busy} onClick={() => setExtending(true)}>
                Extend…
              </Button>
            </>
          )}
          <ExportButton
            size="xs"
            variant="default"
            address={exportAddress("orders", { id: selected.map(({ id }) => id) })}
          >
            Export
          </ExportButton>
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

function askToResend(count: string, onConfirm: () => void): void {
  confirmDeed({
    title: `Send the emails of ${count} again?`,
    words: "Each customer gets the email with the links once more. An email that is sent cannot be taken back.",
    act: `Send ${count} again`,
    onConfirm,
  });
}
