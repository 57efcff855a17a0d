import { Stack, useMatches } from "@mantine/core";
import type { Order } from "../api/types.ts";
import type { Column } from "../components/data-table.tsx";
import { moment, money } from "../components/format.ts";
import { orderAddress } from "../components/order-address.ts";
import { OrderLink, orderName } from "../components/order-link.tsx";
import { Shortened } from "../components/shortened.tsx";
import { customerName } from "./customer-name.ts";
import { OrderStatus } from "./order-status.tsx";

/** What identifies an order in a list. A phone shows the date, total and status below the customer. */
export const orderColumns: Column<Order>[] = [
  { header: "Order", cell: (order) => <OrderLink id={order.id} name={orderName(order)} />, sort: "vendor_id" },
  { header: "Customer", cell: (order) => <Customer order={order} />, sort: "customer" },
  { header: "Created", cell: (order) => moment(order.created_at), nowrap: true, desktopOnly: true, sort: "created_at" },
];

export const statusColumn: Column<Order> = {
  header: "Status",
  cell: (order) => <OrderStatus order={order} />,
  desktopOnly: true,
};

function Customer({ order }: { order: Order }) {
  const { id, email, created_at, total, currency } = order;
  const name = customerName(order);
  const isPhone = useMatches({ base: true, sm: false });
  const made = [moment(created_at), total === null ? "" : money(total, currency)].filter(Boolean).join(" · ");
  return (
    <>
      <Shortened value={email} to={orderAddress(id)} isSecondLink />
      {name && <Shortened value={name} size="xs" c="dimmed" />}
      <Stack hiddenFrom="sm" gap={2} align="flex-start">
        <Shortened value={made} size="xs" c="dimmed" />
        {isPhone && <OrderStatus order={order} />}
      </Stack>
    </>
  );
}
