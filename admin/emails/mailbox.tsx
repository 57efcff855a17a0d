import { Box, Grid, Text } from "@mantine/core";
import { useParams } from "react-router";
import { useMailbox } from "../api/emails.ts";
import { useSession } from "../api/session.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { MailboxList } from "./mailbox-list.tsx";
import { MailboxMessage } from "./mailbox-message.tsx";
import { EmailSections } from "./sections.tsx";

const pageSize = 25;
const deskOnly = { visibleFrom: "md" } as const;

/** The messages that would have gone out, as a mail reader shows them; a phone shows the list or the message. */
export function Mailbox() {
  const { data: session } = useSession();
  return (
    <>
      <PageHeader title="Mailbox" />
      {session?.mailbox ? <Messages /> : session && <NoMailbox isOwner={session.role === "owner"} />}
    </>
  );
}

function NoMailbox({ isOwner }: { isOwner: boolean }) {
  return (
    <EmptyState
      title={isOwner ? "There is no mailbox" : "The mailbox is for owners"}
      words={
        isOwner
          ? "A mail server sends the messages."
          : "It holds messages to every person of the store, so only owners read it."
      }
    >
      <LinkButton to="/admin/emails" variant="default">
        See the delivery emails
      </LinkButton>
    </EmptyState>
  );
}

function Messages() {
  const { id } = useParams();
  const { data, error, refetch } = useMailbox({ page: usePage(), page_size: pageSize });
  const reading = id !== undefined;
  return (
    <>
      <Box {...(reading ? deskOnly : {})}>
        <EmailSections current="mailbox" />
        <Text c="dimmed" mb="md">
          There is no mail server, so every message stays here. Nobody else gets it.
        </Text>
      </Box>
      {error && !data ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : data?.total === 0 ? (
        <EmptyState title="No messages yet" words="Send an order, and its email appears here by itself." />
      ) : (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 5, lg: 4 }} {...(reading ? deskOnly : {})}>
            <MailboxList messages={data?.messages} current={id} />
            <Pager list={data} pageSize={pageSize} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7, lg: 8 }} {...(reading ? {} : deskOnly)}>
            <Box pos={{ md: "sticky" }} top={72}>
              {reading ? <MailboxMessage id={id} /> : <Text c="dimmed">Choose a message to read it.</Text>}
            </Box>
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}
