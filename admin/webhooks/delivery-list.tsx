import { Button, Group, NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import type { WebhookDelivery, WebhookEndpoint } from "../api/types.ts";
import { useDeliveries, useResendFailed } from "../api/webhooks.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { moment } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { Section } from "../components/section.tsx";
import { Shortened } from "../components/shortened.tsx";
import { DeliveryState } from "./states.tsx";

const pageSize = 20;

const columns: Column<WebhookDelivery>[] = [
  {
    header: "Event",
    cell: ({ id, event, created_at }) => (
      <>
        <Shortened value={event} to={`/admin/settings/webhooks/deliveries/${id}`} />
        <Text size="xs" c="dimmed">
          {moment(created_at)}
        </Text>
      </>
    ),
  },
  { header: "Status", cell: ({ status }) => <DeliveryState status={status} /> },
  { header: "Last answer", cell: (delivery) => <Answer delivery={delivery} />, desktopOnly: true },
];

function Answer({ delivery: { attempts } }: { delivery: WebhookDelivery }) {
  const last = attempts.at(-1);
  if (!last) return null;
  return (
    <Text size="sm" maw={320} lineClamp={2} style={{ overflowWrap: "anywhere" }}>
      {[last.status, last.response].filter((part) => part !== null && part !== "").join(" ")}
    </Text>
  );
}

const choices = [
  { value: "", label: "All" },
  { value: "waiting", label: "Waiting" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
];

/** What was sent to the endpoint in the last 90 days, newest first. */
export function DeliveryList({ endpoint: { id, disabled_at } }: { endpoint: WebhookEndpoint }) {
  const page = usePage();
  const [status, setStatus] = useState("");
  const query = { page, page_size: pageSize, status: status || undefined };
  const { data, error, refetch } = useDeliveries(id, query);
  return (
    <Section
      title="Deliveries"
      actions={
        <Group gap="xs">
          {disabled_at === null && status === "failed" && (data?.total ?? 0) > 0 && <ResendAll id={id} />}
          <NativeSelect
            aria-label="Status"
            data={choices}
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value)}
          />
        </Group>
      }
    >
      <DataTable
        label="Deliveries"
        columns={columns}
        rows={data?.webhook_deliveries}
        total={data?.total}
        rowKey={(delivery) => delivery.id}
        error={error}
        retry={refetch}
        empty={
          <Text size="sm" c="dimmed">
            {status === "" ? "Nothing was sent yet. Deliveries are kept for 90 days." : "None in this state."}
          </Text>
        }
      />
      <Pager list={data} pageSize={pageSize} />
    </Section>
  );
}

/** The log does not reach further back than 90 days. */
const wholeLog = "1970-01-01T00:00:00+00:00";

function ResendAll({ id }: { id: number }) {
  const resending = useResendFailed(id);
  const resend = () =>
    resending.mutate(wholeLog, {
      onSuccess: (count) => showDone(count === 1 ? "1 event is sent again." : `${count} events are sent again.`),
      onError: showError,
    });
  return (
    <Button variant="default" loading={resending.isPending} onClick={resend}>
      Send all again
    </Button>
  );
}
