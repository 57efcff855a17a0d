import { Alert, Button, Code, Group, Stack, Table, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useConnection, useConnectionEvent, useProcessEvent } from "../api/connections.ts";
import { useRights } from "../api/session.ts";
import type { ConnectionEvent } from "../api/types.ts";
import { EmailInput } from "../components/address-inputs.tsx";
import { Copy } from "../components/copy.tsx";
import { moment } from "../components/format.ts";
import { LinkButton } from "../components/links.tsx";
import { NotShown } from "../components/not-shown.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { orderAddress } from "../components/order-address.ts";
import { nameOfOrder } from "../components/order-link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Section } from "../components/section.tsx";
import { WideTable } from "../components/wide-table.tsx";
import { EventState, problemWords } from "./event-words.tsx";
import { Offer } from "./mappings.tsx";

const list = { to: "/admin/connections", label: "Connections" };

/** One event: what was made of it, what it needs, and what arrived. */
export function EventDetail({ id }: { id: string }) {
  const { data, error, refetch } = useConnectionEvent(id);
  const { canChange, canManage } = useRights();
  if (!data) return <NotShown title="Event" back={list} error={error} retry={refetch} />;
  const back = { to: `/admin/connections/${data.connection_id}`, label: data.connection_name || "Connections" };
  return (
    <>
      <PageHeader title={data.topic} words={`Arrived on ${moment(data.received_at)}`} back={back}>
        {data.order_id !== null && (
          <LinkButton to={orderAddress(data.order_id)} variant="default">
            View order {nameOfOrder(data)}
          </LinkButton>
        )}
        {canChange && <ProcessAgain event={data} />}
      </PageHeader>
      <Stack>
        <Outcome event={data} canChange={canChange} canManage={canManage} />
        <Arrived event={data} />
      </Stack>
    </>
  );
}

function ProcessAgain({ event }: { event: ConnectionEvent }) {
  const processing = useProcessEvent(event.id);
  const again = () =>
    processing.mutate({}, { onSuccess: () => showDone("The event was processed again."), onError: showError });
  return (
    <Button variant="default" loading={processing.isPending} onClick={again}>
      Process again
    </Button>
  );
}

function Outcome({ event, canChange, canManage }: { event: ConnectionEvent; canChange: boolean; canManage: boolean }) {
  const { data: connection } = useConnection(String(event.connection_id));
  const needsOwner = event.status === "needs_attention" || event.status === "failed";
  return (
    <Section title="What was made of it">
      <Stack align="flex-start">
        <EventState event={event} />
        {problemWords(event) && (
          <Alert color={needsOwner ? "red" : "yellow"} w="100%">
            {problemWords(event)}
          </Alert>
        )}
        {event.problem === "unmatched" &&
          connection &&
          event.unmatched_lines.map((line) => (
            <Offer
              key={line.external_ids[0] ?? line.sku ?? line.name}
              connection={connection}
              line={line}
              canManage={canManage}
            />
          ))}
        {event.problem === "no_email" && canChange && <EmailEntry event={event} />}
        {event.problem === "underpaid" && (
          <Text size="sm">
            Customers can change what their browser sends to this shop. If the amount is correct, such as after a
            discount, process the event again to send the order.
          </Text>
        )}
        {event.problem === "partial_refund" && (
          <Text size="sm">
            The shop did not say which products the refund was for. Revoke the order if the customer is to lose it, or
            leave it as it is.
          </Text>
        )}
        {event.problem === "no_order" && (
          <Text size="sm">
            If the shop tells of the order later, this is done by itself. It may also be an order from before the shop
            was connected, or one that Waybill does not deliver; then leave it as it is.
          </Text>
        )}
        {needsOwner && canChange && <Dismiss event={event} />}
      </Stack>
    </Section>
  );
}

function EmailEntry({ event }: { event: ConnectionEvent }) {
  const processing = useProcessEvent(event.id);
  const [email, setEmail] = useState("");
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    processing.mutate(
      { email: email.trim() },
      { onSuccess: () => showDone("The order continues with this address."), onError: showError },
    );
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <EmailInput
          label="Customer's email address"
          required
          value={email}
          onChange={(change) => setEmail(change.currentTarget.value)}
        />
        <Button type="submit" loading={processing.isPending}>
          Send the order
        </Button>
      </Group>
    </form>
  );
}

function Dismiss({ event }: { event: ConnectionEvent }) {
  const processing = useProcessEvent(event.id);
  const dismiss = () =>
    processing.mutate({ dismiss: true }, { onSuccess: () => showDone("Left as it is."), onError: showError });
  return (
    <Button variant="default" loading={processing.isPending} onClick={dismiss}>
      Leave it as it is
    </Button>
  );
}

/** What arrived, as it arrived. */
function Arrived({ event: { headers, body } }: { event: ConnectionEvent }) {
  return (
    <Section title="What arrived" actions={<Copy value={body} label="Copy body" />}>
      <Stack>
        {headers.length > 0 && (
          <WideTable label="Headers">
            <Table aria-label="Headers">
              <Table.Tbody>
                {headers.map(({ name, value }) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row" w="30%" fw={500} style={{ overflowWrap: "anywhere" }}>
                      {name}
                    </Table.Th>
                    <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </WideTable>
        )}
        <Code block tabIndex={0} aria-label="Body" mah={480} style={{ overflow: "auto" }}>
          {readable(body)}
        </Code>
      </Stack>
    </Section>
  );
}

/** JSON with its members on lines of their own. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
