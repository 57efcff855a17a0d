import { Button, Group, Modal, NumberInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useSendsEmail } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { holderName, resendWords } from "../components/email-words.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { number } from "../components/format.ts";
import { wholeNumberProblem } from "../components/whole-number.ts";
import type { Resending } from "./resending.ts";
import { isUsedUp } from "./resending.ts";

const usual = 2;
const most = 100_000;

interface ResendDialogProps {
  title: string;
  /** The orders whose emails are resent. */
  orders: Order[];
  opened: boolean;
  onClose: () => void;
  onSend: (how: Resending) => void;
  busy?: boolean;
  error?: unknown;
}

/** Asks before resending emails whose links do not work, and offers to fix the links. */
export function ResendDialog({ title, opened, ...form }: ResendDialogProps) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={title} centered>
      <Form {...form} />
    </Modal>
  );
}

function Form({ orders, onClose, onSend, busy = false, error }: Omit<ResendDialogProps, "title" | "opened">) {
  const sendsEmail = useSendsEmail();
  const [more, setMore] = useState<number | string>(usual);
  const [sending, setSending] = useState<Resending["kind"]>("as_it_is");
  const expired = orders.filter(({ status }) => status === "expired");
  const usedUp = orders.filter(isUsedUp);
  const [only] = orders.length === 1 ? orders : [];
  const single = only !== undefined;
  const reopens = single && expired.length === 1;
  const gives = !reopens && usedUp.length > 0;
  const problem = gives ? wholeNumberProblem(more, 1, most, "Enter a number.") : null;
  const send = (how: Resending) => {
    setSending(how.kind);
    onSend(how);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reopens) send({ kind: "reopened" });
    else if (gives && !problem) send({ kind: "with_more", downloads: Number(more) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {!single && <Text size="sm">{resendWords(orders, sendsEmail)}</Text>}
        {only && !reopens && !gives && sendsEmail && (
          <Text size="sm">The {holderName(only)} gets the email with the links again.</Text>
        )}
        {expired.length > 0 && <Text size="sm">{expiredWords(expired.length, orders.length)}</Text>}
        {usedUp.length > 0 && !reopens && <Text size="sm">{usedUpWords(usedUp, orders.length)}</Text>}
        {gives && (
          <NumberInput
            label="Downloads to add to each used-up file"
            min={1}
            clampBehavior="none"
            allowDecimal={false}
            value={more}
            onChange={setMore}
            error={problem}
            data-autofocus
          />
        )}
        <FormProblem error={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={reopens || gives ? "default" : "filled"}
            loading={busy && sending === "as_it_is"}
            disabled={busy && sending !== "as_it_is"}
            onClick={() => send({ kind: "as_it_is" })}
          >
            {single ? "Resend unchanged" : `Resend ${number(orders.length)} unchanged`}
          </Button>
          {(reopens || gives) && (
            <Button type="submit" loading={busy && sending !== "as_it_is"} disabled={busy && sending === "as_it_is"}>
              {reopens
                ? "Reopen and resend"
                : problem
                  ? "Add downloads and resend"
                  : `Add ${number(Number(more))} and resend`}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function expiredWords(expired: number, of: number): string {
  if (of === 1) {
    return (
      "This order has expired, and the email will say so. Reopening it restores the default lifetime and all " +
      "downloads."
    );
  }
  const which = expired === 1 ? "1 of them has" : `${number(expired)} of them have`;
  return `${which} expired: the email will say that the links no longer work. Extend first to send working links.`;
}

function usedUpWords(usedUp: Order[], of: number): string {
  const [order] = usedUp;
  if (of === 1 && order?.state === "used_up") return "All downloads are used up. The links in the email will not work.";
  if (of === 1) return "Some downloads are used up. Their links in the email will not work.";
  const which = usedUp.length === 1 ? "1 of them has" : `${number(usedUp.length)} of them have`;
  return `${which} used-up downloads. Their links in the email will not work.`;
}
