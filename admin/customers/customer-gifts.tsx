import { Text } from "@mantine/core";
import { useOrders } from "../api/orders.ts";
import type { Order } from "../api/types.ts";
import { customerAddress } from "../components/customer-address.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { moment, number } from "../components/format.ts";
import { OrderLink, orderName } from "../components/order-link.tsx";
import { Section } from "../components/section.tsx";
import { Shortened } from "../components/shortened.tsx";
import { OrderStatus } from "../orders/order-status.tsx";

const shown = 20;

const columns: Column<Order>[] = [
  { header: "Order", cell: (order) => <Given order={order} /> },
  { header: "From", cell: ({ email }) => <Shortened value={email} to={customerAddress(email)} /> },
  { header: "Status", cell: (order) => <OrderStatus order={order} />, desktopOnly: true },
];

/** The orders that others gave to the customer, newest first; nothing if there are none. */
export function CustomerGifts({ email }: { email: string }) {
  const { data, error, refetch } = useOrders({ page: 1, page_size: shown, recipient_email: email });
  if (data?.total === 0 || (!data && !error)) return null;
  return (
    <Section title="Gifts received">
      <DataTable
        label="Gifts received"
        columns={columns}
        rows={data?.orders}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={null}
      />
      {data && data.total > shown && (
        <Text size="sm" c="dimmed" mt="sm">
          Showing the newest {shown} of {number(data.total)} gifts.
        </Text>
      )}
    </Section>
  );
}

function Given({ order }: { order: Order }) {
  const { id, created_at, deliver_at } = order;
  return (
    <>
      <OrderLink id={id} name={orderName(order)} />
      <Text size="xs" c="dimmed">
        {moment(deliver_at ?? created_at)}
      </Text>
    </>
  );
}
