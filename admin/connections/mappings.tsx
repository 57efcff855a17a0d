import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useChangeConnection, useConnectionEvents } from "../api/connections.ts";
import type { Connection, ConnectionMapping, ListedConnectionEvent } from "../api/types.ts";
import { quoted } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { MatchTo } from "./match-to.tsx";

type Line = ListedConnectionEvent["unmatched_lines"][number];

interface MappingsProps {
  connection: Connection;
  canManage: boolean;
}

/** What the shop's products are here. Offers those that matched nothing. */
export function Mappings({ connection, canManage }: MappingsProps) {
  const { id, mappings, last_event_at, attention_count } = connection;
  const since = `${last_event_at} ${attention_count}`;
  const { data } = useConnectionEvents(id, { page: 1, page_size: 50 }, since);
  const offered = unmatchedIn(data?.connection_events ?? [], mappings);
  const [other, setOther] = useState("");
  return (
    <Section title="Matching products">
      <Stack>
        <Text size="sm" c="dimmed">
          Products with the same SKU in your shop and here match automatically. Match the others here. If your shop
          creates a new ID for each order, match by name.
        </Text>
        {offered.map((line) => (
          <Offer key={keyOf(line)} connection={connection} line={line} canManage={canManage} />
        ))}
        {mappings.map((mapping) => (
          <Known key={mapping.external_id} connection={connection} mapping={mapping} canManage={canManage} />
        ))}
        {canManage && (
          <Group align="flex-end" gap="xs">
            <TextInput
              label="ID, SKU or name in your shop"
              value={other}
              onChange={(event) => setOther(event.currentTarget.value)}
              maxLength={255}
              flex="1 1 220px"
            />
            <MatchTo connection={connection} externalId={other.trim()} onDone={() => setOther("")} />
          </Group>
        )}
      </Stack>
    </Section>
  );
}

/** What a mapping of the line can name, the most specific first. */
const keysOf = ({ external_ids, sku, name }: Line) => [
  ...new Set([...external_ids, sku ?? "", name].filter((key) => key !== "")),
];

const keyOf = (line: Line) => keysOf(line)[0] ?? "";

function unmatchedIn(events: ListedConnectionEvent[], mappings: ConnectionMapping[]): Line[] {
  const known = new Set(mappings.map(({ external_id }) => external_id));
  const lines = events.flatMap(({ unmatched_lines }) => unmatched_lines).filter((line) => keyOf(line) !== "");
  return [...new Map(lines.map((line) => [keyOf(line), line])).values()].filter(
    (line) => !keysOf(line).some((key) => known.has(key)),
  );
}

/** A product of the shop that matched nothing, and what it can be. */
export function Offer({ connection, line, canManage }: { connection: Connection; line: Line; canManage: boolean }) {
  const keys = keysOf(line);
  const [key, setKey] = useState(keyOf(line));
  return (
    <Group align="flex-end" gap="xs" justify="space-between">
      <Stack gap={0} flex="1 1 220px" miw={0}>
        <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
          {line.name || keyOf(line)}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {[line.sku && `SKU ${line.sku}`, ...line.external_ids.map((id) => `ID ${id}`)].filter(Boolean).join(", ")}
        </Text>
      </Stack>
      {canManage && keys.length > 1 && (
        <Select
          label="Match by"
          data={keys}
          value={key}
          onChange={(chosen) => setKey(chosen ?? keyOf(line))}
          allowDeselect={false}
        />
      )}
      {canManage && <MatchTo connection={connection} externalId={key} name={line.name} />}
    </Group>
  );
}

function Known({
  connection,
  mapping,
  canManage,
}: {
  connection: Connection;
  mapping: ConnectionMapping;
  canManage: boolean;
}) {
  const changing = useChangeConnection(connection.id);
  const undoing = useChangeConnection(connection.id);
  const { external_id, sku, name } = mapping;
  const called = name || external_id;
  const putBack = () =>
    undoing.mutate(
      { mappings: connection.mappings },
      { onSuccess: () => showDone(`The match of ${quoted(called)} is back.`), onError: showError },
    );
  const remove = () =>
    changing.mutate(
      { mappings: connection.mappings.filter((one) => one.external_id !== external_id) },
      { onSuccess: () => showDone(`The match of ${quoted(called)} was removed.`, putBack), onError: showError },
    );
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        <bdi>{called}</bdi> → {sku ?? "not delivered"}
        {called !== external_id && (
          <Text span c="dimmed">
            {" "}
            ({external_id})
          </Text>
        )}
      </Text>
      {canManage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={changing.isPending}
          onClick={remove}
          aria-label={`Remove the match of ${called}`}
        >
          Remove
        </Button>
      )}
    </Group>
  );
}
