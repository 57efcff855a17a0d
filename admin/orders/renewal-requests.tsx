import { Badge, Box, Group, Text } from "@mantine/core";
import { HistoryIcon } from "@primer/octicons-react";
import { useRenewals } from "../api/renewals.ts";
import { useRights } from "../api/session.ts";
import type { RenewalRequest } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Filter, useFilter } from "../components/filter.tsx";
import { moment } from "../components/format.ts";
import { LinkButton } from "../components/links.tsx";
import { nameOfOrder, OrderLink } from "../components/order-link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { Shortened } from "../components/shortened.tsx";
import { customerName } from "./customer-name.ts";
import { RenewalAnswer } from "./renewal-answer.tsx";

const pageSize = 50;

const statuses = [
  { value: "open", label: "Pending" },
  { value: "all", label: "All" },
];

const columns: Column<RenewalRequest>[] = [
  { header: "Order", cell: (request) => <OrderOf request={request} /> },
  { header: "Request", cell: (request) => <Wish request={request} /> },
  { header: "Requested", cell: ({ created_at }) => moment(created_at), nowrap: true, desktopOnly: true },
];

/** Customers who ask for a new link, newest first. */
export function RenewalRequests() {
  const page = usePage();
  const status = useFilter({ name: "status", options: statuses });
  const { data, error, refetch } = useRenewals({ status, page, page_size: pageSize });
  const { canChange, canManage } = useRights();
  const answer: Column<RenewalRequest> = {
    header: "Answer",
    align: "right",
    cell: (request) =>
      request.status === "open" && canChange ? <RenewalAnswer request={request} /> : <Outcome request={request} />,
  };
  return (
    <>
      <PageHeader title="Renewals" />
      <Group mb="md">
        <Filter name="status" label="Filter by status" options={statuses} />
      </Group>
      <DataTable
        label="Requests for new links"
        columns={[...columns, answer]}
        rows={data?.renewal_requests}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={<NoRequests all={status === "all"} canManage={canManage} />}
      />
      <Pager list={data} pageSize={pageSize} />
    </>
  );
}

function OrderOf({ request }: { request: RenewalRequest }) {
  return (
    // Wide enough for most names on a phone.
    <Box miw={88}>
      <OrderLink id={request.order_id} name={nameOfOrder(request)} />
      <Shortened value={customerName(request) || request.email} width="narrow" />
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {moment(request.created_at)}
      </Text>
    </Box>
  );
}

const reasons = { expired: "Links expired", used_up: "Downloads used up" };

function Wish({ request }: { request: RenewalRequest }) {
  return (
    <>
      <Text size="sm">{reasons[request.reason]}</Text>
      {request.message && (
        <Text size="sm" c="dimmed" maw={480} style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
          {request.message}
        </Text>
      )}
    </>
  );
}

/** A color and a word, as not everyone sees the color. */
function Outcome({ request: { status, self_service } }: { request: RenewalRequest }) {
  const words = { open: "Pending", granted: self_service ? "By customer" : "Approved", declined: "Declined" };
  const colors = { open: "yellow", granted: "teal", declined: "gray" };
  return (
    <Badge variant="light" color={colors[status]}>
      {words[status]}
    </Badge>
  );
}

function NoRequests({ all, canManage }: { all: boolean; canManage: boolean }) {
  return (
    <EmptyState
      icon={HistoryIcon}
      title={all ? "No renewal requests yet" : "No pending requests"}
      words="Customers can request new links on their order page when theirs have expired or are used up. You get an email and answer here."
    >
      {canManage && (
        <LinkButton to="/admin/settings" variant="default">
          Change renewal settings
        </LinkButton>
      )}
    </EmptyState>
  );
}
