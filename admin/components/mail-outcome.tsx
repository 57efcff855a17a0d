import { Alert, Text } from "@mantine/core";
import type { Answer } from "../api/types.ts";
import { readableAddress } from "./readable-address.ts";

/** What became of a test email. */
export function MailOutcome({
  test: { outcome, recipient: to, response },
}: {
  test: Answer<"POST /mail_settings/test">["mail_test"];
}) {
  const recipient = readableAddress(to);
  const { color, title } = {
    sent: { color: "teal", title: `The mail server accepted the email to ${recipient}` },
    kept: { color: "orange", title: "Not sent: there is no mail server" },
    failed: { color: "red", title: `The email to ${recipient} was not sent` },
    no_answer: { color: "orange", title: "The mail server has not answered yet" },
  }[outcome];
  return (
    <Alert color={color} title={title} role="status" w="100%" style={{ overflowWrap: "anywhere" }}>
      <Text size="sm">Server response: {response}</Text>
      {outcome === "sent" && (
        <Text size="sm" mt={4}>
          If it does not arrive, check the spam folder and the SPF and DKIM records of the sender's domain.
        </Text>
      )}
    </Alert>
  );
}
