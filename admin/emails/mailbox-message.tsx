import { Box, Paper, Skeleton, Text, Title } from "@mantine/core";
import { useMessage } from "../api/emails.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { moment } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { MessageBody } from "./message-body.tsx";
import { MissingEmail, namesNoEmail } from "./missing-email.tsx";

/** The selected message. */
export function MailboxMessage({ id }: { id: string }) {
  const { data: message, error, refetch } = useMessage(id);
  return (
    <>
      <Box hiddenFrom="md" mb="sm">
        <TextLink to="/admin/emails/mailbox" size="sm">
          ← Mailbox
        </TextLink>
      </Box>
      {namesNoEmail(error) ? (
        <MissingEmail list={{ to: "/admin/emails/mailbox", label: "View all messages" }} />
      ) : (
        error && <ErrorNotice error={error} retry={refetch} />
      )}
      {!message && !error && <Skeleton h={400} />}
      {message && (
        <Paper withBorder p="md" component="article" aria-labelledby="message-subject">
          <Title order={2} id="message-subject" mb={4} style={{ overflowWrap: "anywhere" }}>
            {message.subject}
          </Title>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            From {message.from}
          </Text>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            To {message.to}
          </Text>
          <Text size="sm" c="dimmed" mb="md">
            {moment(message.sent_at)}
          </Text>
          <MessageBody html={message.html_body} text={message.text_body} headers={message.headers} />
        </Paper>
      )}
    </>
  );
}
