import { ListUnorderedIcon } from "@primer/octicons-react";
import { useProductOrders } from "../api/products.ts";
import { useRights } from "../api/session.ts";
import type { Order, Product } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Filter, useFilter } from "../components/filter.tsx";
import { number } from "../components/format.ts";
import { LinkButton } from "../components/links.tsx";
import { newOrderAddress } from "../components/order-address.ts";
import { Pager, usePage } from "../components/pager.tsx";
import { Section } from "../components/section.tsx";
import { orderColumns, statusColumn } from "../orders/order-columns.tsx";

const pageSize = 50;

const filters = [
  { value: "all", label: "All" },
  { value: "waiting", label: "Waiting for keys" },
];

/** The product's orders, newest first. */
export function ProductOrders({ product }: { product: Product }) {
  const page = usePage();
  const shown = useFilter({ name: "show", options: filters });
  const { data, error, refetch } = useProductOrders({
    page,
    page_size: pageSize,
    sku: product.sku,
    waiting_for_keys: shown === "waiting",
  });
  const sold = product.license_keys_available > 0 || product.orders_waiting_for_keys > 0 || shown === "waiting";
  return (
    <Section
      title="Orders"
      actions={sold ? <Filter name="show" label="Filter by status" options={filters} /> : undefined}
    >
      <DataTable
        label="Orders"
        columns={columnsFor(product)}
        rows={data?.orders}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={<NoOrders waiting={shown === "waiting"} />}
      />
      <Pager list={data} pageSize={pageSize} />
    </Section>
  );
}

function columnsFor({ id }: Product): Column<Order>[] {
  const ofProduct = (order: Order) => order.order_items.find(({ item_id }) => item_id === id);
  return [
    ...orderColumns,
    { header: "Quantity", cell: (order) => number(ofProduct(order)?.quantity ?? 0), align: "right", desktopOnly: true },
    {
      header: "Downloads",
      cell: (order) => number(ofProduct(order)?.download_count ?? 0),
      align: "right",
      desktopOnly: true,
    },
    statusColumn,
  ];
}

function NoOrders({ waiting }: { waiting: boolean }) {
  const { canChange } = useRights();
  if (waiting) return <EmptyState title="No waiting orders" words="Every order has its license keys." />;
  return (
    <EmptyState
      icon={ListUnorderedIcon}
      title="No orders yet"
      words="Orders appear here when your checkout sends them."
    >
      {canChange && (
        <LinkButton to={newOrderAddress} variant="default">
          New order
        </LinkButton>
      )}
    </EmptyState>
  );
}
