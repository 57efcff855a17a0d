import { Code, Group, Modal, Stack, Text } from "@mantine/core";
import { Copy } from "../components/copy.tsx";

/** The link of an invitation that no mail server sends, for the owner to pass on. */
export function InvitationLink({
  link,
  onClose,
}: {
  link: { email: string; url: string } | null;
  onClose: () => void;
}) {
  return (
    <Modal opened={link !== null} onClose={onClose} title="Pass on the invitation" centered>
      {link && (
        <Stack>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            No mail server is set up, so {link.email} gets no email. Give them this link yourself. It works once, for
            seven days, and whoever has it can accept.
          </Text>
          <Group gap="xs">
            <Code style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>{link.url}</Code>
            <Copy value={link.url} label="Copy invitation link" />
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
