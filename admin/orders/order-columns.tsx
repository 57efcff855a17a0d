import { Stack, useMatches } from "@mantine/core";
import type { Order } from "../api/types.ts";
import type { Column } from "../components/data-table.tsx";
import { moment, money } from "../components/format.ts";
import { orderAddress } from "../components/order-address.ts";
import { OrderLink } from "../components/order-link.tsx";
import { Shortened } from "../components/shortened.tsx";
import { customerName } from "./customer-name.ts";
import { OrderStatus } from "./order-status.tsx";
import { ownIdOf } from "./own-id.ts";

const addressOf = ({ id }: Order) => orderAddress(id);

/** What identifies an order in a list. A phone shows the date, total and status below the customer. */
export const orderColumns: Column<Order>[] = [
  { header: "Order", cell: (order) => <Ids order={order} />, sort: "vendor_id" },
  { header: "Customer", cell: (order) => <Customer order={order} />, sort: "customer" },
  { header: "Created", cell: (order) => moment(order.created_at), nowrap: true, desktopOnly: true, sort: "created_at" },
];

export const statusColumn: Column<Order> = {
  header: "Status",
  cell: (order) => <OrderStatus order={order} />,
  desktopOnly: true,
};

function Ids({ order }: { order: Order }) {
  const ownId = ownIdOf(order);
  if (order.shop_number !== null) return <OrderLink id={order.id} shopNumber={order.shop_number} />;
  return (
    <>
      <Shortened value={String(order.id)} to={addressOf(order)} whole />
      {ownId !== null && (
        <Shortened value={ownId} title={`Your order ID: ${ownId}`} size="xs" c="dimmed" width="narrow" />
      )}
    </>
  );
}

function Customer({ order }: { order: Order }) {
  const { email, created_at, total, currency } = order;
  const name = customerName(order);
  const isPhone = useMatches({ base: true, sm: false });
  const made = [moment(created_at), total === null ? "" : money(total, currency)].filter(Boolean).join(" · ");
  return (
    <>
      <Shortened value={email} to={addressOf(order)} isSecondLink />
      {name && <Shortened value={name} size="xs" c="dimmed" />}
      <Stack hiddenFrom="sm" gap={2} align="flex-start">
        <Shortened value={made} size="xs" c="dimmed" />
        {isPhone && <OrderStatus order={order} />}
      </Stack>
    </>
  );
}
