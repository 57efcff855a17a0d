import { Box, Grid, Text } from "@mantine/core";
import { MailIcon } from "@primer/octicons-react";
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
const desktopOnly = { visibleFrom: "md" } as const;

/** The messages that were kept instead of sent. A phone shows the list or the message. */
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
      title={isOwner ? "No mailbox" : "Only owners can open the mailbox"}
      words={
        isOwner
          ? "Your mail server sends all messages, so none are kept here."
          : "It contains messages to everyone who works in the store."
      }
    >
      <LinkButton to="/admin/emails" variant="default">
        View delivery emails
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
      <Box {...(reading ? desktopOnly : {})}>
        <EmailSections current="mailbox" />
        <Text c="dimmed" mb="md">
          There is no mail server, so messages stay here and nobody receives them.
        </Text>
      </Box>
      {error && !data ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : data?.total === 0 ? (
        <EmptyState icon={MailIcon} title="No messages yet" words="Emails of new orders appear here." />
      ) : (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 5, lg: 4 }} {...(reading ? desktopOnly : {})}>
            <MailboxList messages={data?.messages} current={id} />
            <Pager list={data} pageSize={pageSize} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7, lg: 8 }} {...(reading ? {} : desktopOnly)}>
            <Box pos={{ md: "sticky" }} top={72}>
              {reading ? (
                <MailboxMessage id={id} />
              ) : (
                <EmptyState icon={MailIcon} title="No message selected" words="Select a message to read it." />
              )}
            </Box>
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}
