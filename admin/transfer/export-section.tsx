import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useSearchParams } from "react-router";
import { exportAddress } from "../api/exports.ts";
import { ChoiceFilter } from "../components/choice-filter.tsx";
import { ExportButton } from "../components/export-button.tsx";
import { FieldFilter } from "../components/field-filter.tsx";
import { useFilter } from "../components/filter.tsx";
import { Section } from "../components/section.tsx";

const lists = [
  { value: "orders", label: "Orders" },
  { value: "products", label: "Products" },
  { value: "downloads", label: "Downloads" },
  { value: "license_keys", label: "License keys" },
];

const orderStatuses = [
  { value: "all", label: "All orders" },
  { value: "open", label: "Open orders" },
  { value: "expired", label: "Expired orders" },
];

const keyStatuses = [
  { value: "all", label: "All keys" },
  { value: "unassigned", label: "Available keys" },
  { value: "assigned", label: "Assigned keys" },
];

/** Lists as CSV files. */
export function ExportSection() {
  const list = useFilter({ name: "export", options: lists });
  return (
    <Section title="Export">
      <Stack>
        <Text c="dimmed" size="sm">
          Download a CSV file for a spreadsheet or another installation.
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" style={{ alignItems: "end" }}>
          <ChoiceFilter name="export" label="What to export" options={lists} isLabelShown />
          <Filters list={list} />
        </SimpleGrid>
        <Group>
          <ExportButton address={useAddress(list)}>
            Download {lists.find(({ value }) => value === list)?.label.toLowerCase()} as CSV
          </ExportButton>
        </Group>
      </Stack>
    </Section>
  );
}

function Filters({ list }: { list: string }) {
  if (list === "products") return null;
  return (
    <>
      {list === "orders" && <ChoiceFilter name="status" label="Which orders" options={orderStatuses} isLabelShown />}
      {list === "license_keys" && <ChoiceFilter name="status" label="Which keys" options={keyStatuses} isLabelShown />}
      {list === "license_keys" ? (
        <FieldFilter name="sku" label="SKU" placeholder="All products" />
      ) : (
        <>
          <FieldFilter name="from" label="From (UTC)" type="date" />
          <FieldFilter name="to" label="To (UTC)" type="date" />
        </>
      )}
    </>
  );
}

const filtersOf: Record<string, string[]> = {
  orders: ["status", "from", "to"],
  products: [],
  downloads: ["from", "to"],
  license_keys: ["status", "sku"],
};

function useAddress(list: string): string {
  const [search] = useSearchParams();
  const statuses = list === "license_keys" ? keyStatuses : orderStatuses;
  const filters = (filtersOf[list] ?? []).map((name): [string, string | null] => [name, search.get(name)]);
  // Ignores a status of another list.
  const meant = filters.filter(([name, value]) => name !== "status" || statuses.some((one) => one.value === value));
  return exportAddress(list, Object.fromEntries(meant));
}
