import { Badge, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { removeKeys, removeUnassignedKeys, useLicenseKeys, useProductAction } from "../api/products.ts";
import type { LicenseKey, Product } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { type Column, DataTable } from "../components/data-table.tsx";
import { Filter, useFilter } from "../components/filter.tsx";
import { moment, number } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { nameOfOrder, OrderLink } from "../components/order-link.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { Section } from "../components/section.tsx";

const pageSize = 50;

const filters = [
  { value: "all", label: "All" },
  { value: "unassigned", label: "Available" },
  { value: "assigned", label: "Assigned" },
];

const columns: Column<LicenseKey>[] = [
  {
    header: "Key",
    cell: ({ key }) => (
      <Text
        size="sm"
        ff="monospace"
        lineClamp={3}
        title={key}
        style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
      >
        {key}
      </Text>
    ),
  },
  { header: "Order", cell: (held) => <Holder held={held} /> },
  {
    header: "Assigned",
    cell: ({ assigned_at }) => (assigned_at ? moment(assigned_at) : ""),
    nowrap: true,
    desktopOnly: true,
  },
  { header: "Added", cell: ({ created_at }) => moment(created_at), nowrap: true, desktopOnly: true },
];

/** The license keys, oldest first. Available ones can be removed. */
export function KeyList({ product, canChange }: { product: Product; canChange: boolean }) {
  const page = usePage();
  const status = useFilter({ name: "status", options: filters });
  const { data, error, refetch } = useLicenseKeys(product.id, { page, page_size: pageSize, status });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const removing = useProductAction((keys: string[] | "all") =>
    keys === "all" ? removeUnassignedKeys(product.id) : removeKeys(product.id, keys),
  );
  const available = product.license_keys_available;
  const ask = (keys: string[] | "all") => {
    const count = keys === "all" ? available : keys.length;
    const what = count === 1 ? "1 license key" : `${number(count)} license keys`;
    confirmAction({
      title: `Remove ${what}?`,
      words: `No customer has ${count === 1 ? "it" : "them"}. This cannot be undone.`,
      confirmLabel: `Remove ${what}`,
      onConfirm: () =>
        removing.mutate(keys, {
          onSuccess: ({ removed }) => {
            setChosen(new Set());
            showDone(removed === 1 ? "1 key was removed." : `${number(removed)} keys were removed.`);
          },
          onError: showError,
        }),
    });
  };
  const selection = {
    has: ({ key }: LicenseKey) => chosen.has(key),
    set: (rows: LicenseKey[], selected: boolean) => {
      const keys = rows.filter(({ assigned_at }) => assigned_at === null).map(({ key }) => key);
      setChosen((before) => (selected ? before.union(new Set(keys)) : before.difference(new Set(keys))));
    },
    label: ({ key }: LicenseKey) => `Select ${key}`,
  };
  // Only available keys can be removed.
  const selectable = canChange && status === "unassigned";
  return (
    <Section title="License keys" actions={<Filter name="status" label="Filter by status" options={filters} />}>
      {selectable && available > 0 && (
        <Group mb="sm" gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={chosen.size === 0}
            loading={removing.isPending}
            onClick={() => ask([...chosen])}
          >
            {chosen.size === 0 ? "Remove selected…" : `Remove ${number(chosen.size)} selected…`}
          </Button>
          <Button size="xs" variant="default" loading={removing.isPending} onClick={() => ask("all")}>
            Remove all {number(available)}…
          </Button>
        </Group>
      )}
      <DataTable
        label="License keys"
        columns={columns}
        rows={data?.license_keys}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        selection={selectable ? selection : undefined}
        empty={
          <Text size="sm" c="dimmed">
            {status === "all" ? "No keys yet. Once you add some, each unit ordered gets one." : "No keys."}
          </Text>
        }
      />
      <Pager list={data} pageSize={pageSize} />
    </Section>
  );
}

function Holder({ held }: { held: LicenseKey }) {
  const { order_id, replaced_at, replaced_reason } = held;
  if (order_id === null) {
    return (
      <Text size="sm" c="dimmed">
        Not assigned
      </Text>
    );
  }
  return (
    <Group gap="xs">
      <OrderLink id={order_id} name={nameOfOrder(held)} />
      {replaced_at !== null && (
        <Badge color="gray" variant="light" title={replaced_reason ?? undefined}>
          Replaced
        </Badge>
      )}
    </Group>
  );
}
