import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import type { Order } from "../api/types.ts";
import type { Column } from "../components/data-table.tsx";
import { listed, moment, money, number } from "../components/format.ts";
import { Shortened } from "../components/shortened.tsx";
import { endOf, waitingWords } from "./expiration.ts";
import { orderColumns, statusColumn } from "./order-columns.tsx";

interface ChosenColumn extends Column<Order> {
  name: string;
  /** Shown unless the person has chosen otherwise. */
  usual?: boolean;
}

/** The columns that can be hidden. A phone shows what matters of them below the customer. */
const choices: ChosenColumn[] = [
  {
    name: "products",
    header: "Products",
    cell: (order) => (
      <Shortened value={listed(order.order_items.map(({ product_name }) => product_name))} width="narrow" />
    ),
    desktopOnly: true,
  },
  {
    name: "total",
    header: "Total",
    cell: ({ total, currency }) => (total === null ? "" : money(total, currency)),
    align: "right",
    nowrap: true,
    desktopOnly: true,
    sort: "total",
    usual: true,
  },
  {
    name: "downloads",
    header: "Downloads",
    cell: (order) => number(order.download_count),
    align: "right",
    wideOnly: true,
    usual: true,
  },
  {
    name: "expires",
    header: "Expires",
    cell: (order) => {
      const end = endOf(order);
      return end === null ? (waitingWords(order) ?? "Never") : moment(end);
    },
    nowrap: true,
    desktopOnly: true,
  },
  { ...statusColumn, name: "status", usual: true },
];

const usual = choices.filter((column) => column.usual).map(({ name }) => name);

/** Only of lists of a status of subscriptions. */
const endColumn: Column<Order> = {
  header: "Paid until",
  cell: ({ access_until }) => (access_until === null ? "" : moment(access_until)),
  nowrap: true,
  sort: "access_until",
};

/** The columns that this person has chosen in this browser, and those of the list. */
export function useColumns({ ofSubscriptions }: { ofSubscriptions: boolean }) {
  const [chosen, setChosen] = useLocalStorage<string[]>({ key: "waybill-order-columns", defaultValue: usual });
  const has = (name: string) => Array.isArray(chosen) && chosen.includes(name);
  return {
    columns: [
      ...orderColumns,
      ...(ofSubscriptions ? [endColumn] : []),
      ...choices.filter(({ name }) => has(name)),
    ] as Column<Order>[],
    has,
    toggle: (name: string) => setChosen(has(name) ? chosen.filter((one) => one !== name) : [...chosen, name]),
  };
}

/** Chooses the columns. Not on a phone, which has no room for columns. */
export function ColumnMenu({ has, toggle }: Pick<ReturnType<typeof useColumns>, "has" | "toggle">) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" visibleFrom="sm">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Columns">
        <Stack gap="sm">
          {choices.map(({ name, header }) => (
            <Checkbox key={name} label={header} checked={has(name)} onChange={() => toggle(name)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
