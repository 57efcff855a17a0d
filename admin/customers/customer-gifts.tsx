import { Text } from "@mantine/core";
import { useOrders } from "../api/orders.ts";
import type { Order } from "../api/types.ts";
import { customerAddress } from "../components/customer-address.ts";
import type { Column } from "../components/data-table.tsx";
import { number } from "../components/format.ts";
import { Shortened } from "../components/shortened.tsx";
import { OrderStatus } from "../orders/order-status.tsx";
import { OrderAt, OrderTable } from "./order-table.tsx";

const shown = 20;

const columns: Column<Order>[] = [
  { header: "Order", cell: (order) => <OrderAt order={order} at={order.deliver_at ?? order.created_at} /> },
  { header: "From", cell: ({ email }) => <Shortened value={email} to={customerAddress(email)} /> },
  { header: "Status", cell: (order) => <OrderStatus order={order} />, desktopOnly: true },
];

/** The orders that others gave to the customer, newest first; nothing if there are none. */
export function CustomerGifts({ email }: { email: string }) {
  const list = useOrders({ page: 1, page_size: shown, recipient_email: email });
  const { data, error } = list;
  if (data?.total === 0 || (!data && !error)) return null;
  return (
    <OrderTable title="Gifts received" columns={columns} list={list} empty={null}>
      {data && data.total > shown && (
        <Text size="sm" c="dimmed" mt="sm">
          Showing the newest {shown} of {number(data.total)} gifts.
        </Text>
      )}
    </OrderTable>
  );
}
