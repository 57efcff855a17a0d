import { Alert, Button, Group, Text } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useRights } from "../api/session.ts";
import { TextLink } from "../components/links.tsx";

/** A banner on every screen while there is no mail server. It folds to its first sentence, and stays so on this device. */
export function NoMailServer() {
  const { canManage } = useRights();
  const [folded, setFolded] = useLocalStorage({
    key: "no-mail-server-folded",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return (
    <Alert role="note" color="orange" variant="light" mb="lg" py={folded ? 4 : "xs"} aria-label="Emails are not sent">
      <Group gap="sm" justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">
          <b>Emails are kept here, not sent.</b>
          {!folded && <Rest canManage={canManage} />}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
          style={{ flexShrink: 0 }}
        >
          {folded ? "More" : "Fold"}
        </Button>
      </Group>
    </Alert>
  );
}

function Rest({ canManage }: { canManage: boolean }) {
  return (
    <>
      {" "}
      Without a mail server, customers receive nothing.{" "}
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
    </>
  );
}
