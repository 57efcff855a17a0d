import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { exportAddress } from "../api/exports.ts";
import { changeOrder, maxSelected, readOrder } from "../api/orders.ts";
import { useSendsEmail } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { useAction } from "../api/use-action.ts";
import { confirmAction } from "../components/confirm.tsx";
import { resendWords } from "../components/email-words.ts";
import { ExportButton } from "../components/export-button.tsx";
import { number } from "../components/format.ts";
import { showError } from "../components/notify.tsx";
import { startBulk, useBulkRun } from "./bulk-run.ts";
import { BulkStopping } from "./bulk-stopping.tsx";
import { type ExpirationChoice, expirationOf, isEarlier } from "./expiration.ts";
import { ExtendDialog } from "./extend-dialog.tsx";
import { ResendDialog } from "./resend-dialog.tsx";
import { isUsedUp, type Resending, resend } from "./resending.ts";
import { useAsking } from "./use-asking.ts";

const resendingWord = "Resending";
const extendingWord = "Extending";

interface BulkBarProps {
  selected: Order[];
  /** How many orders the list has on all its pages. */
  found: number;
  canChange: boolean;
  onSelectFound: () => Promise<void>;
  /** Called for each order that succeeded, so that failed ones stay selected. */
  onDone: (order: Order) => void;
  onClear: () => void;
}

/** Actions for the selected orders. */
export function BulkBar({ selected, found, canChange, onSelectFound, onDone, onClear }: BulkBarProps) {
  const queries = useQueryClient();
  const [extending, setExtending] = useState(false);
  const count = `${number(selected.length)} ${selected.length === 1 ? "order" : "orders"}`;
  const startFor = (orders: Order[], doing: string, done: string, run: (order: Order) => Promise<unknown>) =>
    startBulk(queries, orders, {
      doing,
      done,
      run: async (order) => {
        await run(order);
        onDone(order);
      },
    });
  const start = (doing: string, done: string, run: (order: Order) => Promise<unknown>) =>
    startFor(selected, doing, done, run);
  const selecting = useAction({ mutationFn: onSelectFound, onError: showError });
  const sendsEmail = useSendsEmail();
  const run = useBulkRun();
  const doing = run?.state === "running" ? run.task.doing : null;
  const busy = doing !== null;
  const asking = useAsking(selected, extending);
  const [asksResend, setAsksResend] = useState(false);
  const startResend = (how: Resending) =>
    start(resendingWord, sendsEmail ? "resent" : "kept here, not sent", ({ id }) => resend(id, how));
  const askToResend = () => {
    if (selected.some(isUsedUp)) setAsksResend(true);
    else confirmResend(selected, { count, sendsEmail }, () => startResend({ kind: "as_it_is" }));
  };
  return (
    <Paper withBorder shadow="sm" p="xs" pos="sticky" bottom={12} mt="md" style={{ zIndex: 1 }}>
      <Group gap="xs" role="group" aria-label="Actions for the selected orders">
        <Group gap="xs" flex="1 0 auto">
          <CloseButton aria-label="Clear selection" onClick={onClear} disabled={busy} />
          <Text size="sm" fw={600} aria-live="polite">
            {count} selected
          </Text>
          {selected.length < Math.min(found, maxSelected) && (
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={busy}
              loading={selecting.isPending}
              onClick={() => selecting.mutate()}
            >
              {found <= maxSelected
                ? `Select all ${number(found)}`
                : `Select the first ${number(maxSelected)} of ${number(found)}`}
            </Button>
          )}
          {selected.length >= maxSelected && found > maxSelected && (
            <Text size="sm" c="dimmed">
              You can select up to {number(maxSelected)} orders. To export more, use Export above the list.
            </Text>
          )}
        </Group>
        <Group gap="xs">
          {canChange && (
            <>
              <Button
                size="xs"
                variant="default"
                loading={doing === resendingWord}
                disabled={busy}
                onClick={askToResend}
              >
                Resend…
              </Button>
              <Button
                size="xs"
                variant="default"
                loading={doing === extendingWord}
                disabled={busy}
                onClick={() => setExtending(true)}
              >
                Extend…
              </Button>
              <BulkStopping selected={selected} doing={doing} start={startFor} />
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
        orders={selected}
        asking={asking}
        opened={extending}
        onClose={() => setExtending(false)}
        onExtend={(choice) => {
          setExtending(false);
          const ends: NewEnds = new Map();
          start(extendingWord, "extended", ({ id }) => extendOrder(id, choice, ends));
        }}
      />
      <ResendDialog
        title={`Resend the emails of ${count}?`}
        orders={selected}
        opened={asksResend}
        onClose={() => setAsksResend(false)}
        onSend={(how) => {
          setAsksResend(false);
          startResend(how);
        }}
      />
    </Paper>
  );
}

/** The new expiry date of each order, so that a retry after a lost answer does not add days twice. */
type NewEnds = Map<Order["id"], string | null | undefined>;

/** Skips an order that expires later; somebody else may have extended it since it was selected. */
async function extendOrder(id: Order["id"], choice: ExpirationChoice, ends: NewEnds): Promise<void> {
  const order = await readOrder(id);
  if (isEarlier(choice, order.expiration_date)) return;
  const end = ends.has(id) ? ends.get(id) : expirationOf(choice, order);
  ends.set(id, end);
  if (end !== undefined) await changeOrder(id, { expiration_date: end });
}

function confirmResend(
  selected: Order[],
  { count, sendsEmail }: { count: string; sendsEmail: boolean },
  onConfirm: () => void,
): void {
  const expired = selected.filter(({ status }) => status === "expired").length;
  if (selected.length === 1 && expired === 0) {
    onConfirm();
    return;
  }
  confirmAction({
    title: `Resend the emails of ${count}?`,
    words: [resendWords(selected, sendsEmail), ...(expired > 0 ? [expiredWords(expired, selected.length)] : [])].join(
      " ",
    ),
    confirmLabel: selected.length === 1 ? "Resend email" : `Resend ${number(selected.length)} emails`,
    onConfirm,
  });
}

function expiredWords(expired: number, of: number): string {
  const which = of === 1 ? "The order has" : expired === 1 ? "1 of them has" : `${number(expired)} of them have`;
  return `${which} expired: the email will say that the links no longer work. Extend first to send working links.`;
}
