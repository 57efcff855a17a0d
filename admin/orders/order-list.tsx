import { Group, Text } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useOrders } from "../api/orders.ts";
import { useRights } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Filter, useFilter } from "../components/filter.tsx";
import { moment, number } from "../components/format.ts";
import { LinkButton, TextLink } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { SearchField } from "../components/search-field.tsx";
import { OrderStatus } from "./order-status.tsx";

const pageSize = 50;

const statuses = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "expired", label: "Expired" },
];

const columns: Column<Order>[] = [
  {
    header: "Order",
    cell: (order) => <TextLink to={`/admin/orders/${encodeURIComponent(order.id)}`}>{order.id}</TextLink>,
  },
  { header: "Customer", cell: (order) => <Customer order={order} /> },
  { header: "Created", cell: (order) => moment(order.created_at), desk: true },
  { header: "Items", cell: (order) => number(order.product_count), align: "right", desk: true },
  { header: "Downloads", cell: (order) => number(order.download_count), align: "right", desk: true },
  { header: "Status", cell: (order) => <OrderStatus status={order.status} /> },
];

/** All orders, newest first, searched by anything that names them. */
export function Component() {
  const [search] = useSearchParams();
  const page = usePage();
  const q = search.get("q") ?? "";
  const status = useFilter({ name: "status", options: statuses });
  const { data, error, refetch } = useOrders({ page, page_size: pageSize, status, q });
  const { canChange } = useRights();
  return (
    <>
      <PageHeader title="Orders">{canChange && <LinkButton to="/admin/orders/new">New order</LinkButton>}</PageHeader>
      <Group mb="md" gap="sm">
        <SearchField label="Search the orders" placeholder="Id, email, name, SKU, link or key" />
        <Filter name="status" label="Show orders that are" options={statuses} />
      </Group>
      <DataTable
        label="Orders"
        columns={columns}
        rows={data?.orders}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={<NoOrders searched={q !== "" || status !== "all"} />}
      />
      <Pager total={data?.total} pageSize={pageSize} />
    </>
  );
}

function Customer({ order }: { order: Order }) {
  const name = `${order.first_name} ${order.last_name}`.trim();
  return (
    <>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {order.email}
      </Text>
      {name && (
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      )}
    </>
  );
}

function NoOrders({ searched }: { searched: boolean }) {
  if (searched)
    return (
      <EmptyState
        title="No order matches"
        words="Search for the beginning of a name or an email address, or for a whole id, SKU, link or license key."
      />
    );
  return (
    <EmptyState title="No orders yet" words="Your checkout sends them through the API, or you make one by hand.">
      <LinkButton to="/admin/settings/api" variant="default">
        Connect a checkout
      </LinkButton>
    </EmptyState>
  );
}
