import { Button } from "@mantine/core";
import { useMailTest } from "../api/mail-settings.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { MailOutcome } from "../components/mail-outcome.tsx";

/** Sends an email to the signed-in person and shows the mail server's answer. */
export function MailTest() {
  const testing = useMailTest();
  return (
    <>
      <Button onClick={() => testing.mutate(undefined)} loading={testing.isPending}>
        Send test email
      </Button>
      <FormProblem error={testing.error} />
      {testing.data && <MailOutcome test={testing.data} />}
    </>
  );
}
