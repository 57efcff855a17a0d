import { Group } from "@mantine/core";
import { useSearchParams } from "react-router";
import { exportAddress } from "../api/exports.ts";
import { readOrders, useOrders } from "../api/orders.ts";
import { useRights } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { ExportButton } from "../components/export-button.tsx";
import { Filter, useFilter } from "../components/filter.tsx";
import { number } from "../components/format.ts";
import { LinkButton } from "../components/links.tsx";
import { newOrderAddress } from "../components/order-address.ts";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { SearchField } from "../components/search-field.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { BulkReport } from "./bulk-report.tsx";
import { NoOrders } from "./no-orders.tsx";
import { orderColumns, statusColumn } from "./order-columns.tsx";
import { useSelection } from "./use-selection.ts";

const pageSize = 50;

const statuses = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "expired", label: "Expired" },
];

const columns: Column<Order>[] = [
  ...orderColumns,
  { header: "Products", cell: (order) => number(order.product_count), align: "right", desktopOnly: true },
  { header: "Downloads", cell: (order) => number(order.download_count), align: "right", desktopOnly: true },
  statusColumn,
];

/** All orders, newest first, with search. */
export function OrderList() {
  const [search] = useSearchParams();
  const page = usePage();
  const q = search.get("q") ?? "";
  const status = useFilter({ name: "status", options: statuses });
  const { data, error, refetch } = useOrders({ page, page_size: pageSize, status, q });
  const { canChange } = useRights();
  const { selected, has, set, clear } = useSelection(`${status} ${q}`);
  return (
    <>
      <PageHeader title="Orders">
        <ExportOrders total={data?.total ?? 0} address={exportAddress("orders", { status, q })} />
        {canChange && <LinkButton to={newOrderAddress}>New order</LinkButton>}
      </PageHeader>
      <Group mb="md" gap="sm">
        <SearchField label="Search orders" placeholder="ID, email, name, SKU, link or key" />
        <Filter name="status" label="Filter by status" options={statuses} />
      </Group>
      <BulkReport />
      <DataTable
        label="Orders"
        columns={columns}
        rows={data?.orders}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={<NoOrders searched={q !== "" || status !== "all"} canChange={canChange} />}
        selection={{ has, set, label: ({ id }) => `Select order ${id}` }}
      />
      <Pager list={data} pageSize={pageSize} />
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          found={data?.total ?? 0}
          canChange={canChange}
          onSelectFound={async () => set(await readOrders({ status, q }), true)}
          onDone={(order) => set([order], false)}
          onClear={clear}
        />
      )}
    </>
  );
}

/** Always shown, because a button that appears later would move the page on a phone. */
function ExportOrders({ total, address }: { total: number; address: string }) {
  return (
    <ExportButton variant="default" address={address} disabled={total === 0}>
      Export {total === 0 ? "" : `${number(total)} `}
      {total === 1 ? "order" : "orders"}
    </ExportButton>
  );
}
