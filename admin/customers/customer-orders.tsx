import { Stack, Text } from "@mantine/core";
import { useOrders } from "../api/orders.ts";
import type { Order } from "../api/types.ts";
import type { Column } from "../components/data-table.tsx";
import { money } from "../components/format.ts";
import { Pager, usePage } from "../components/pager.tsx";
import { Shortened } from "../components/shortened.tsx";
import { OrderStatus } from "../orders/order-status.tsx";
import { OrderAt, OrderTable } from "./order-table.tsx";

const pageSize = 20;

/** License keys of one order that are shown. */
const keysShown = 3;

const columns: Column<Order>[] = [
  { header: "Order", cell: (order) => <Id order={order} /> },
  { header: "Products", cell: (order) => <Products order={order} /> },
  {
    header: "Total",
    cell: ({ total, currency }) => total !== null && money(total, currency),
    align: "right",
    nowrap: true,
    desktopOnly: true,
  },
  { header: "Status", cell: (order) => <OrderStatus order={order} />, desktopOnly: true },
];

/** The customer's orders with products and license keys, newest first. */
export function CustomerOrders({ email }: { email: string }) {
  const page = usePage();
  const list = useOrders({ page, page_size: pageSize, email });
  const none = (
    <Text size="sm" c="dimmed">
      No orders.
    </Text>
  );
  return (
    <OrderTable title="Orders" columns={columns} list={list} empty={none}>
      <Pager list={list.data} pageSize={pageSize} />
    </OrderTable>
  );
}

function Id({ order }: { order: Order }) {
  const { created_at, total, currency } = order;
  return (
    <>
      <OrderAt order={order} at={created_at} />
      {total !== null && (
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {money(total, currency)}
        </Text>
      )}
    </>
  );
}

function Products({ order: { order_items } }: { order: Order }) {
  const keys = order_items.flatMap(({ license_keys }) => license_keys);
  return (
    <Stack gap={2} align="flex-start">
      {order_items.map((item) => (
        <Shortened key={item.id} value={item.product_name} />
      ))}
      {keys.slice(0, keysShown).map((key) => (
        <Shortened key={key} value={key} size="xs" c="dimmed" ff="monospace" />
      ))}
      {keys.length > keysShown && (
        <Text size="xs" c="dimmed">
          and {keys.length - keysShown} more license keys
        </Text>
      )}
    </Stack>
  );
}
