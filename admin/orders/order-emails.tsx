import { Box, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useOrderEmails } from "../api/orders.ts";
import type { Email, Order } from "../api/types.ts";
import { emailNames, giftDayWords, recipientOf, waitsForDay } from "../components/email-words.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { moment, number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { Section } from "../components/section.tsx";
import { EmailStatusBadge } from "../emails/email-status.tsx";
import { outcomes } from "../emails/outcomes.ts";
import { isStopped } from "./stopped-order.tsx";

/** The order's emails with their delivery attempts, newest first. */
export function OrderEmails({ order }: { order: Order }) {
  const { data, error, refetch } = useOrderEmails(order);
  return (
    <Section title="Emails">
      {error && !data ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : !data ? (
        <Skeleton h={44} />
      ) : data.emails.length === 0 ? (
        <Text size="sm" c="dimmed">
          No emails yet.
          {!isStopped(order) && ` Use “Resend email” to send one to ${readableAddress(recipientOf(order))}.`}
        </Text>
      ) : (
        <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {data.emails.map((email) => (
            <OneEmail key={email.id} email={email} order={order} />
          ))}
          {data.total > data.emails.length && (
            <Text component="li" size="sm" c="dimmed">
              Showing the newest {number(data.emails.length)} of {number(data.total)} emails.
            </Text>
          )}
        </Stack>
      )}
    </Section>
  );
}

function OneEmail({ email, order }: { email: Email; order: Order }) {
  const waits = waitsForDay(email, order);
  return (
    <Box component="li">
      <Group justify="space-between" gap="xs" align="flex-start">
        <Box miw={0} flex="1 1 220px">
          <TextLink to={`/admin/emails/${email.id}`} size="sm" style={{ overflowWrap: "anywhere" }}>
            {email.subject ?? emailNames[email.kind]}
          </TextLink>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {moment(email.sent_at ?? email.created_at)}
            {email.recipient && ` · to ${readableAddress(email.recipient)}`}
          </Text>
        </Box>
        <Box flex="none">
          <EmailStatusBadge email={email} waitsForDay={waits} />
        </Box>
      </Group>
      {email.kind === "delivery" && email.status === "over_allowance" && (
        <Text size="sm">The daily email limit was reached. Resend this email after midnight UTC.</Text>
      )}
      {waits && <Text size="sm">{giftDayWords(order)}</Text>}
      {worthTelling(email) && <Tries email={email} />}
    </Box>
  );
}

/** Emails that were sent at the first attempt need no details. */
const worthTelling = ({ tries }: Email) => tries.some(({ outcome }) => outcome !== "sent" && outcome !== "kept");

function Tries({ email: { tries, next_attempt_at } }: { email: Email }) {
  return (
    <Stack gap={2} mt={4} component="ol" m={0} p={0} style={{ listStyle: "none" }}>
      {tries.map(({ tried_at, outcome, response }) => (
        <Text key={tried_at} component="li" size="xs" style={{ overflowWrap: "anywhere" }}>
          {moment(tried_at)}, {outcomes[outcome].label.toLowerCase()}: {response}
        </Text>
      ))}
      {next_attempt_at && (
        <Text component="li" size="xs" c="dimmed">
          Next attempt: {moment(next_attempt_at)}
        </Text>
      )}
    </Stack>
  );
}
