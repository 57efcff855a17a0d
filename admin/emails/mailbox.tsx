import { Box, Grid, Text } from "@mantine/core";
import { useParams } from "react-router";
import { useMailbox } from "../api/emails.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { MailboxList } from "./mailbox-list.tsx";
import { MailboxMessage } from "./mailbox-message.tsx";
import { EmailSections } from "./sections.tsx";

const pageSize = 25;
const deskOnly = { visibleFrom: "md" } as const;

/** The messages that would have gone out, as a mail reader shows them; a phone shows the list or the message. */
export function Component() {
  const { id } = useParams();
  const { data, error, refetch } = useMailbox({ page: usePage(), page_size: pageSize });
  const reading = id !== undefined;
  return (
    <>
      <PageHeader title="Mailbox" />
      <Box {...(reading ? deskOnly : {})}>
        <EmailSections current="mailbox" />
        <Text c="dimmed" mb="md">
          There is no mail server, so every message stays here. Nobody else gets it.
        </Text>
      </Box>
      {error && <ErrorNotice error={error} retry={refetch} />}
      {data?.total === 0 && (
        <EmptyState title="No messages yet" words="Send an order, and its email appears here by itself." />
      )}
      {!error && data?.total !== 0 && (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 4 }} {...(reading ? deskOnly : {})}>
            <MailboxList messages={data?.messages} current={id} />
            <Pager total={data?.total} pageSize={pageSize} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8 }} {...(reading ? {} : deskOnly)}>
            <Box pos={{ md: "sticky" }} top={72}>
              {reading ? <MailboxMessage id={id} /> : <Text c="dimmed">Choose a message to read it.</Text>}
            </Box>
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}
