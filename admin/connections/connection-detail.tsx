import { Alert, Anchor, Button, Code, Group, List, Loader, Stack, Text } from "@mantine/core";
import { CheckCircleIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useConnection } from "../api/connections.ts";
import { useRights } from "../api/session.ts";
import type { Connection } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { moment } from "../components/format.ts";
import { NotShown } from "../components/not-shown.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Section } from "../components/section.tsx";
import { AddressWarning } from "./address-warning.tsx";
import { ConnectionForm } from "./connection-form.tsx";
import { EventList } from "./event-list.tsx";
import { GenericForm } from "./generic-form.tsx";
import { Mappings } from "./mappings.tsx";
import { Removal } from "./removal.tsx";
import { shops } from "./shops.ts";
import { missingFields } from "./unfinished.ts";

/** A step can hold a word that is wider than a phone, such as the name of an event. */
const listStyles = { itemWrapper: { maxWidth: "100%" }, itemLabel: { minWidth: 0, overflowWrap: "anywhere" } } as const;

const list = { to: "/admin/connections", label: "Connections" };

/** One connected shop: how to set it up, what it sent, and what its products are here. What it sent is first once it sends. */
export function ConnectionDetail({ id }: { id: string }) {
  const { data, error, refetch } = useConnection(id);
  const { canManage } = useRights();
  if (!data) return <NotShown title="Connection" back={list} error={error} retry={refetch} />;
  const isConnected = data.first_event_at !== null;
  const parts = (
    <>
      <EventList connection={data} />
      <Mappings connection={data} canManage={canManage} />
    </>
  );
  return (
    <>
      <PageHeader title={data.name} words={shops[data.kind].name} back={list} />
      <Stack>
        <FirstEvent connection={data} missing={canManage ? missingFields(data) : []} />
        {data.poll_problem && (
          <Alert color="red" title="The shop could not be asked for orders">
            {data.poll_problem}
          </Alert>
        )}
        {isConnected && parts}
        <Guide connection={data} />
        {canManage && <ConnectionForm key={data.id} connection={data} />}
        {canManage && data.kind === "generic" && <GenericForm connection={data} />}
        {!isConnected && parts}
        {canManage && <Removal connection={data} list={list.to} />}
      </Stack>
    </>
  );
}

/** Whether an event with the right signature came after the refused one. */
const isBefore = (refused: string, event: string | null) => event !== null && Date.parse(refused) < Date.parse(event);

const inWords = (names: string[]) => new Intl.ListFormat("en").format(names);

function FirstEvent({
  connection: { first_event_at, last_event_at, refused_count, last_refused_at },
  missing,
}: {
  connection: Connection;
  missing: string[];
}) {
  const refused =
    refused_count > 0 && last_refused_at !== null && !isBefore(last_refused_at, last_event_at)
      ? `${refused_count === 1 ? "One request was" : `${refused_count} requests were`} refused because the signature was wrong, last on ${moment(last_refused_at)}. Compare the secret here with the one in your shop.`
      : null;
  if (missing.length > 0 && !refused) {
    return (
      <Alert color="gray" title="Not finished" role="status">
        Set up your shop as described below, and enter under Settings what is still missing: {inWords(missing)}. If you
        do not want to connect this shop, remove the connection.
      </Alert>
    );
  }
  if (first_event_at === null) {
    return (
      <Alert
        color={refused ? "red" : "yellow"}
        title="Waiting for the first event"
        icon={<Loader size={16} aria-hidden />}
        role="status"
      >
        {refused ?? "Set up your shop as described below, and make a test purchase. This turns green by itself."}
      </Alert>
    );
  }
  return (
    <Alert color="teal" title="Your shop is connected" icon={<CheckCircleIcon size={16} />} role="status">
      <Text size="sm">The last event arrived on {moment(last_event_at ?? first_event_at)}.</Text>
      {refused && <Text size="sm">{refused}</Text>}
    </Alert>
  );
}

function Guide({ connection: { kind, url, secret, old_secret_expires_at } }: { connection: Connection }) {
  const { name, steps, sku, guide, ourSecret } = shops[kind];
  return (
    <Section title={`Set up ${kind === "generic" ? "your shop" : name}`}>
      <Stack>
        {url === null ? (
          <Text size="sm" c="dimmed">
            Only owners of the store see the address to enter in the shop.
          </Text>
        ) : (
          <>
            <Value label="Address" value={url} />
            <AddressWarning url={url} />
          </>
        )}
        {ourSecret && secret !== null && <Value label="Secret" value={secret} hidden />}
        {old_secret_expires_at && (
          <Text size="sm" c="dimmed">
            The secret before this one is valid until {moment(old_secret_expires_at)}.
          </Text>
        )}
        <List type="ordered" size="sm" spacing={6} styles={listStyles}>
          {steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
        <Text size="sm" c="dimmed">
          {sku ?? "Give each product in your shop the SKU it has here."} Products without a SKU can be matched on this
          page after the first event.
        </Text>
        <Anchor className="tall-link" href={guide} target="_blank" rel="noreferrer" size="sm">
          {kind === "generic" ? "The guide for other shops" : `The guide for ${name}`}
        </Anchor>
      </Stack>
    </Section>
  );
}

function Value({ label, value, hidden = false }: { label: string; value: string; hidden?: boolean }) {
  const [shown, setShown] = useState(!hidden);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Group gap="xs">
        <Code fz="sm" style={{ overflowWrap: "anywhere" }}>
          {shown ? value : "•".repeat(22)}
        </Code>
        {hidden && (
          <Button size="compact-sm" variant="default" onClick={() => setShown(!shown)} aria-pressed={shown}>
            {shown ? "Hide" : "Show"}
          </Button>
        )}
        <Copy value={value} label={`Copy ${label.toLowerCase()}`} />
      </Group>
    </Stack>
  );
}
