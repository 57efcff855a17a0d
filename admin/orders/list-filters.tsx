import { Button, Collapse, Group, NativeSelect, SimpleGrid } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useId } from "react";
import { useSearchParams } from "react-router";
import { useSendsEmail } from "../api/session.ts";
import { ChoiceFilter } from "../components/choice-filter.tsx";
import { FieldFilter } from "../components/field-filter.tsx";
import { useFilter } from "../components/filter.tsx";
import { SearchField } from "../components/search-field.tsx";
import { useChangeSearch } from "../components/use-change-search.ts";
import { FilterChips } from "./filter-chips.tsx";
import { endSort, moreNames, type OrderFilter, sortOptions } from "./list-query.ts";
import { emailWords, stateWords, subscriptionWords, usageWords } from "./order-states.ts";

/** As long as a license key may be. */
const longestSearch = 1_000;

const states = [
  { value: "", label: "All statuses" },
  ...Object.entries(stateWords).map(([value, label]) => ({ value, label })),
];

const usages = [{ value: "", label: "All" }, ...Object.entries(usageWords).map(([value, label]) => ({ value, label }))];

const subscriptions = [
  { value: "", label: "All" },
  ...Object.entries(subscriptionWords).map(([value, label]) => ({ value, label })),
];

const emails = [{ value: "", label: "All" }, ...Object.entries(emailWords).map(([value, label]) => ({ value, label }))];

/** Search, filters and sorting of the list. `more` counts the filters that are set and may be out of sight. */
export function ListFilters({ filter, more: all }: { filter: OrderFilter; more: number }) {
  const isKept = useIsKept();
  const more = all - (isKept ? 1 : 0);
  const [opened, { toggle }] = useDisclosure(more > 0);
  const id = useId();
  const [search] = useSearchParams();
  const isOfSubscription = Boolean(search.get("subscription_status"));
  const changeSearch = useChangeSearch();
  const hidden = moreNames.filter((name) => !(isKept && name === "email_status"));
  const clear = () => changeSearch({ ...Object.fromEntries(moreNames.map((name) => [name, null])), page: null });
  return (
    <>
      <Group mb="sm" gap="sm" component="search">
        <SearchField label="Search orders" placeholder="ID, email, name, SKU, link or key" longest={longestSearch} />
        <Group gap="sm" wrap="nowrap" w={{ base: "100%", xs: "auto" }}>
          <StatusFilter />
          <ChoiceFilter name="sort" label="Sort" options={isOfSubscription ? [...sortOptions, endSort] : sortOptions} />
        </Group>
        <Button variant="default" onClick={toggle} aria-expanded={opened} aria-controls={id}>
          {more === 0 ? "More filters" : `More filters (${more})`}
        </Button>
      </Group>
      <Collapse expanded={opened} id={id}>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" mb="md" verticalSpacing="sm">
          <ChoiceFilter name="usage" label="Downloads" isLabelShown options={usages} />
          <ChoiceFilter name="email_status" label="Email" isLabelShown options={emails} />
          <ChoiceFilter name="subscription_status" label="Subscription" isLabelShown options={subscriptions} />
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
      <FilterChips filter={filter} names={opened ? ["status"] : ["status", ...hidden]} />
    </>
  );
}

/** The choice that is no state: v3 is asked for it by `email_status`. */
const kept = { value: "kept", label: emailWords.kept };

const withKept = states.flatMap((state) => (state.value === "email_pending" ? [kept, state] : [state]));

/** Whether the orders whose email is kept here are chosen among the states. */
function useIsKept(): boolean {
  const [search] = useSearchParams();
  const sendsEmail = useSendsEmail();
  return !sendsEmail && !search.get("state") && search.get("email_status") === kept.value;
}

/** Without a mail server, "Email kept here" stands among the states, as no order's email is sent. */
function StatusFilter() {
  const changeSearch = useChangeSearch();
  const sendsEmail = useSendsEmail();
  const state = useFilter({ name: "state", options: states });
  const isKept = useIsKept();
  const choose = (value: string) => {
    if (value === kept.value) changeSearch({ state: null, email_status: value, page: null });
    else changeSearch({ state: value, ...(isKept && { email_status: null }), page: null });
  };
  return (
    <NativeSelect
      aria-label="Filter by status"
      data={sendsEmail ? states : withKept}
      value={isKept ? kept.value : state}
      onChange={(event) => choose(event.currentTarget.value)}
      w={{ base: "100%", xs: 200 }}
      maw="100%"
    />
  );
}
