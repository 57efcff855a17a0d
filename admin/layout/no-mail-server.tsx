import { Alert, Text } from "@mantine/core";
import { useRights } from "../api/session.ts";
import { TextLink } from "../components/links.tsx";

/** A banner on every screen while there is no mail server. */
export function NoMailServer() {
  const { canManage } = useRights();
  return (
    <Alert role="note" color="orange" variant="light" mb="lg" py="xs" aria-label="Emails are not sent">
      <Text size="sm">
        <b>Emails are kept here, not sent.</b> Without a mail server, customers receive nothing.{" "}
        {canManage && (
          <>
            <TextLink to="/admin/settings/email" size="sm" underline="always">
              Set up a mail server
            </TextLink>{" "}
            or{" "}
            <TextLink to="/admin/emails/mailbox" size="sm" underline="always">
              view the messages
            </TextLink>
            .
          </>
        )}
      </Text>
    </Alert>
  );
}
