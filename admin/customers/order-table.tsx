import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { useOrders } from "../api/orders.ts";
import type { Order } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { moment } from "../components/format.ts";
import { OrderLink, orderName } from "../components/order-link.tsx";
import { Section } from "../components/section.tsx";

interface OrderTableProps {
  title: string;
  columns: Column<Order>[];
  list: Pick<ReturnType<typeof useOrders>, "data" | "error" | "refetch">;
  empty: ReactNode;
  /** What stands below. */
  children: ReactNode;
}

/** A section of a person's page that lists orders. */
export function OrderTable({ title, columns, list: { data, error, refetch }, empty, children }: OrderTableProps) {
  return (
    <Section title={title}>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.orders}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={empty}
      />
      {children}
    </Section>
  );
}

/** An order's name, which leads to it, and the time that counts here. */
export function OrderAt({ order, at }: { order: Order; at: string }) {
  return (
    <>
      <OrderLink id={order.id} name={orderName(order)} />
      <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
        {moment(at)}
      </Text>
    </>
  );
}
