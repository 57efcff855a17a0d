import { Box, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useEmails } from "../api/emails.ts";
import { emailNames } from "../components/email-words.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { moment, number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { Section } from "../components/section.tsx";
import { EmailStatusBadge } from "../emails/email-status.tsx";

const shown = 20;

/** The newest emails to the customer's address. */
export function CustomerEmails({ email: address }: { email: string }) {
  const { data, error, refetch } = useEmails({ q: address, page: 1, page_size: shown, status: "" });
  const emails = data?.emails.filter(({ recipient }) => recipient?.toLowerCase() === address.toLowerCase());
  return (
    <Section title="Emails">
      {error && !data ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : !emails ? (
        <Skeleton h={44} />
      ) : emails.length === 0 ? (
        <Text size="sm" c="dimmed">
          No emails to this address.
        </Text>
      ) : (
        <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {emails.map((email) => (
            <Group key={email.id} component="li" justify="space-between" gap="xs" align="flex-start">
              <Box miw={0} flex="1 1 160px">
                <TextLink to={`/admin/emails/${email.id}`} size="sm" style={{ overflowWrap: "anywhere" }}>
                  {email.subject ?? emailNames[email.kind]}
                </TextLink>
                <Text size="xs" c="dimmed">
                  {moment(email.sent_at ?? email.created_at)}
                </Text>
              </Box>
              <Box flex="none">
                <EmailStatusBadge email={email} />
              </Box>
            </Group>
          ))}
          {data && data.total > shown && (
            <Text component="li" size="sm" c="dimmed">
              Showing the newest of {number(data.total)} emails.
            </Text>
          )}
        </Stack>
      )}
    </Section>
  );
}
