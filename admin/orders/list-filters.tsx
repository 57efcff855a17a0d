import { Button, Collapse, Group, SimpleGrid } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useId } from "react";
import { ChoiceFilter } from "../components/choice-filter.tsx";
import { FieldFilter } from "../components/field-filter.tsx";
import { SearchField } from "../components/search-field.tsx";
import { useChangeSearch } from "../components/use-change-search.ts";
import { moreNames, sortOptions } from "./list-query.ts";
import { emailWords, stateWords, usageWords } from "./order-states.ts";

const states = [
  { value: "", label: "All statuses" },
  ...Object.entries(stateWords).map(([value, label]) => ({ value, label })),
];

const usages = [{ value: "", label: "All" }, ...Object.entries(usageWords).map(([value, label]) => ({ value, label }))];

const emails = [{ value: "", label: "All" }, ...Object.entries(emailWords).map(([value, label]) => ({ value, label }))];

/** Search, filters and sorting of the list. `more` counts the filters that are set and may be out of sight. */
export function ListFilters({ more }: { more: number }) {
  const [opened, { toggle }] = useDisclosure(more > 0);
  const id = useId();
  const changeSearch = useChangeSearch();
  const clear = () => changeSearch({ ...Object.fromEntries(moreNames.map((name) => [name, null])), page: null });
  return (
    <>
      <Group mb="sm" gap="sm" component="search">
        <SearchField label="Search orders" placeholder="ID, email, name, SKU, link or key" />
        <Group gap="sm" wrap="nowrap" w={{ base: "100%", xs: "auto" }}>
          <ChoiceFilter name="state" label="Filter by status" options={states} />
          <ChoiceFilter name="sort" label="Sort" options={sortOptions} />
        </Group>
        <Button variant="default" onClick={toggle} aria-expanded={opened} aria-controls={id}>
          {more === 0 ? "More filters" : `More filters (${more})`}
        </Button>
      </Group>
      <Collapse expanded={opened} id={id}>
        <SimpleGrid cols={{ base: 2, sm: 4, xl: 7 }} spacing="sm" mb="md" verticalSpacing="sm">
          <ChoiceFilter name="usage" label="Downloads" isLabelShown options={usages} />
          <ChoiceFilter name="email_status" label="Email" isLabelShown options={emails} />
          <FieldFilter name="from" label="From (UTC)" type="date" />
          <FieldFilter name="to" label="To (UTC)" type="date" />
          <FieldFilter name="sku" label="SKU" />
          <FieldFilter name="email" label="Customer's email" placeholder="ann@example.com" />
          <FieldFilter name="vendor_id" label="Your order ID" />
        </SimpleGrid>
        {more > 0 && (
          <Button size="xs" variant="default" mb="md" onClick={clear}>
            Clear these filters
          </Button>
        )}
      </Collapse>
    </>
  );
}
