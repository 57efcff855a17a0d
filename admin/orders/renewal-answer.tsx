import { Button, Flex } from "@mantine/core";
import { declineRenewal, grantRenewal, useRenewalAnswer } from "../api/renewals.ts";
import { useSendsEmail } from "../api/session.ts";
import type { RenewalRequest } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { onItsWay } from "../components/email-words.ts";
import { showDone, showError } from "../components/notify.tsx";
import { nameOfOrder } from "../components/order-link.tsx";

/** Approves with one click. Declining asks first, because the customer sees it. */
export function RenewalAnswer({ request }: { request: RenewalRequest }) {
  const { id, email } = request;
  const number = nameOfOrder(request);
  const granting = useRenewalAnswer(grantRenewal);
  const sendsEmail = useSendsEmail();
  const declining = useRenewalAnswer(declineRenewal);
  const grant = () =>
    granting.mutate(id, {
      onError: showError,
      onSuccess: ({ email_status }) =>
        showDone(`Order ${number} was reopened${emailNotes(email, sendsEmail)[email_status ?? "empty"]}`),
    });
  const decline = () =>
    confirmAction({
      title: `Decline the request for order ${number}?`,
      words:
        "The order does not change. The customer sees on the order page that you declined, and can ask again after a day.",
      confirmLabel: "Decline",
      onConfirm: () =>
        declining.mutate(id, { onError: showError, onSuccess: () => showDone("The request was declined.") }),
    });
  const busy = granting.isPending || declining.isPending;
  return (
    <Flex gap="xs" direction={{ base: "column", sm: "row" }} align="flex-end" justify="flex-end">
      <Button
        size="xs"
        aria-label={`Approve the request for order ${number}`}
        loading={granting.isPending}
        disabled={declining.isPending}
        onClick={grant}
      >
        Approve{" "}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Decline the request for order ${number}`}
        disabled={busy}
        onClick={decline}
      >
        Decline…
      </Button>
    </Flex>
  );
}

const emailNotes = (email: string, sendsEmail: boolean) => ({
  queued: `. ${onItsWay(email, sendsEmail)}`,
  over_allowance: ". The daily email limit was reached, so resend the email tomorrow.",
  empty: ", but it has no products, so no email was sent. Add products, then resend it.",
});
