import { Alert, Code, Stack, Table, Text } from "@mantine/core";
import { useMailSettings } from "../api/mail-settings.ts";
import { useRights, useSession } from "../api/session.ts";
import type { Answer } from "../api/types.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { Section } from "../components/section.tsx";
import { MailHooks } from "./mail-hooks.tsx";
import { MailTest } from "./mail-test.tsx";
import { SenderDomain } from "./sender-domain.tsx";
import { StoreMailServer } from "./store-mail-server.tsx";

type Settings = Answer<"GET /mail_settings">["mail_settings"];

/** The store's mail server and the installation's, with a test email. */
export function MailPage() {
  const { canManage } = useRights();
  const { data: settings, error, refetch } = useMailSettings(canManage);
  return (
    <>
      <PageHeader title="Email" words="How emails are sent to your customers." />
      {!canManage ? (
        <Alert color="gray">Only owners can see these settings.</Alert>
      ) : settings ? (
        <Stack gap="lg">
          <StoreMailServer settings={settings} />
          <Server settings={settings} />
          {settings.sends_email && <Test />}
          {settings.sends_email && <SenderDomain />}
          {settings.sends_email && <MailHooks />}
        </Stack>
      ) : error ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : (
        <LoadingSection lines={6} />
      )}
    </>
  );
}

/** The installation's mail server. */
function Server({ settings: { server_host, server_port, encryption, sender, host } }: { settings: Settings }) {
  const rows = [
    {
      name: "Server",
      value: server_host !== null ? `${server_host}, port ${server_port}` : "None",
      set: "WAYBILL_SMTP",
    },
    ...(server_host !== null
      ? [
          {
            name: "Encryption",
            value: encryption === "always" ? "Always" : "If the server offers it",
            set: "WAYBILL_SMTP",
          },
        ]
      : []),
    { name: "Sender", value: sender, set: "WAYBILL_MAIL_FROM" },
  ];
  return (
    <Section title="Mail server of this installation">
      <Stack>
        {server_host !== null ? (
          <Text>All stores here share it. {host !== null && "Emails to you and your colleagues go by it."}</Text>
        ) : host !== null ? (
          <Text>There is none. Emails to colleagues who also belong to another store are kept here.</Text>
        ) : (
          <Text>
            There is no mail server. Emails are kept here and nobody receives them. Once a server is set up, resend the
            emails you need.
          </Text>
        )}
        <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
          <Table.Tbody>
            {rows.map(({ name, value, set }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={500} w="7rem" style={{ verticalAlign: "top" }}>
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  {value}
                  <Text size="xs" c="dimmed">
                    {set}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          To change these settings, the administrator of this installation sets environment variables and restarts the
          service:
        </Text>
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {"WAYBILL_SMTP=smtps://USER:PASSWORD@mail.example.com:465\nWAYBILL_MAIL_FROM=downloads@example.com"}
        </Code>
      </Stack>
    </Section>
  );
}

function Test() {
  const { data: session } = useSession();
  return (
    <Section title="Test email">
      <Stack align="flex-start">
        <Text>Send an email to {readableAddress(session?.user.email ?? "")} and see the mail server's answer.</Text>
        <MailTest />
      </Stack>
    </Section>
  );
}
