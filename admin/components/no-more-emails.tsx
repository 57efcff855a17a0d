import { Alert, Button, Text } from "@mantine/core";
import { useRights } from "../api/session.ts";
import { useAllowEmails, useUndeliverable } from "../api/undeliverable.ts";
import { moment } from "./format.ts";
import { showDone, showError } from "./notify.tsx";
import { readableAddress } from "./readable-address.ts";

/** Says why an address gets no emails, with a button that allows them again. Nothing if it gets them. */
export function NoMoreEmails({ to, enabled = true }: { to: string; enabled?: boolean }) {
  const { canChange } = useRights();
  const { data } = useUndeliverable(to, enabled);
  const allowing = useAllowEmails();
  if (!enabled || !data) return null;
  const { reason, response, created_at } = data;
  const allow = () =>
    allowing.mutate(to, {
      onError: showError,
      onSuccess: () => showDone(`Emails go to ${readableAddress(to)} again. Resend what the customer is missing.`),
    });
  return (
    <Alert
      color="red"
      title={`No emails are sent to ${readableAddress(to)}`}
      mb="lg"
      style={{ overflowWrap: "anywhere" }}
    >
      <Text size="sm">
        {reason === "complained"
          ? `On ${moment(created_at)}, the customer reported an email as spam.`
          : `On ${moment(created_at)}, an email came back${response === null ? "." : `: “${response}”`}`}
      </Text>
      <Text size="sm" mt={4}>
        {reason === "complained"
          ? "If the customer wants your emails after all, allow them again."
          : "Correct the email address. If it is correct and works now, allow emails to it again."}
      </Text>
      {canChange && (
        <Button size="sm" variant="default" mt="sm" loading={allowing.isPending} onClick={allow}>
          Allow emails again
        </Button>
      )}
    </Alert>
  );
}
