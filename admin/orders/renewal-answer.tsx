import { Button, Flex } from "@mantine/core";
import { declineRenewal, grantRenewal, useRenewalAnswer } from "../api/renewals.ts";
import { useSendsEmail } from "../api/session.ts";
import type { RenewalRequest } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { onItsWay } from "../components/email-words.ts";
import { showDone, showError } from "../components/notify.tsx";

/** Grants with one click; declining is asked about, as the customer reads of it. */
export function RenewalAnswer({ request: { id, order_id, email } }: { request: RenewalRequest }) {
  const granting = useRenewalAnswer(grantRenewal);
  const sendsEmail = useSendsEmail();
  const declining = useRenewalAnswer(declineRenewal);
  const grant = () =>
    granting.mutate(id, {
      onError: showError,
      onSuccess: ({ email_status }) =>
        showDone(`Order ${order_id} is open again${sequels(email, sendsEmail)[email_status ?? "empty"]}`),
    });
  const decline = () =>
    confirmAction({
      title: `Decline the request for order ${order_id}?`,
      words: "The order stays closed. The customer reads on its page that you declined, and can ask again in a day.",
      act: "Decline",
      onConfirm: () =>
        declining.mutate(id, { onError: showError, onSuccess: () => showDone("The request was declined.") }),
    });
  const busy = granting.isPending || declining.isPending;
  return (
    <Flex gap="xs" direction={{ base: "column", sm: "row" }} align="flex-end" justify="flex-end">
      <Button
        size="xs"
        aria-label={`Grant the request for order ${order_id}`}
        loading={granting.isPending}
        disabled={declining.isPending}
        onClick={grant}
      >
        Grant
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Decline the request for order ${order_id}`}
        disabled={busy}
        onClick={decline}
      >
        Decline
      </Button>
    </Flex>
  );
}

const sequels = (email: string, sendsEmail: boolean) => ({
  queued: `. ${onItsWay(email, sendsEmail)}`,
  over_allowance: ". Today's allowance of emails is used up: send the email tomorrow.",
  empty: ", but holds no products, so no email is sent. Add some and send it.",
});
