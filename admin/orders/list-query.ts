import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { emailWords, stateWords, subscriptionWords, usageWords } from "./order-states.ts";

/** URL parameters of the list, which are v3's. `status` is only in links from elsewhere. */
const filterNames = [
  "q",
  "state",
  "usage",
  "email_status",
  "subscription_status",
  "status",
  "from",
  "to",
  "sku",
  "email",
  "vendor_id",
] as const;
const sortNames = ["created_at", "total", "customer", "vendor_id", "access_until"] as const;

type Sort = (typeof sortNames)[number];

export const usualSort = "-created_at";

/** What v3 is asked for. Empty values are left out. */
export type OrderFilter = Record<(typeof filterNames)[number] | "sort", string>;

const day = /^\d{4}-\d\d-\d\d$/;
const statuses = ["open", "expired"];

/** Unknown values in the URL count as absent. */
const isKnown: Partial<Record<(typeof filterNames)[number], (value: string) => boolean>> = {
  state: (value) => Object.hasOwn(stateWords, value),
  usage: (value) => Object.hasOwn(usageWords, value),
  email_status: (value) => Object.hasOwn(emailWords, value),
  subscription_status: (value) => Object.hasOwn(subscriptionWords, value),
  status: (value) => statuses.includes(value),
  from: (value) => day.test(value),
  to: (value) => day.test(value),
};

export const sortOptions: { value: string; label: string }[] = [
  { value: "-created_at", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
  { value: "-total", label: "Highest total first" },
  { value: "total", label: "Lowest total first" },
  { value: "customer", label: "Customer, A to Z" },
  { value: "-customer", label: "Customer, Z to A" },
  { value: "vendor_id", label: "Your order ID, ascending" },
  { value: "-vendor_id", label: "Your order ID, descending" },
];

/** v3 sorts only lists of a status of subscriptions by this. */
export const endSort = { value: "access_until", label: "Ends first" };

/** The filters and the sorting in the URL. */
export function useOrderFilter(): { filter: OrderFilter; isFiltered: boolean; more: number } {
  const [search] = useSearchParams();
  const text = `${search}`;
  return useMemo(() => {
    const given = new URLSearchParams(text);
    const value = (name: (typeof filterNames)[number]) => {
      const one = given.get(name) ?? "";
      return (isKnown[name]?.(one) ?? true) ? one : "";
    };
    const filters = Object.fromEntries(filterNames.map((name) => [name, value(name)])) as OrderFilter;
    const sort = given.get("sort") ?? usualSort;
    const isByEnd = filters.subscription_status !== "" && sort.endsWith(endSort.value);
    const known = isByEnd || sortOptions.some((option) => option.value === sort);
    return {
      filter: { ...filters, sort: known ? sort : usualSort },
      isFiltered: filterNames.some((name) => filters[name] !== ""),
      more: moreNames.filter((name) => filters[name] !== "").length,
    };
  }, [text]);
}

/** The filters that are not always shown. */
export const moreNames = [
  "usage",
  "email_status",
  "subscription_status",
  "from",
  "to",
  "sku",
  "email",
  "vendor_id",
] as const;

/** The field and direction of a sorting. */
export function readSort(sort: string): { field: Sort; descending: boolean } {
  const descending = sort.startsWith("-");
  return { field: sort.slice(descending ? 1 : 0) as Sort, descending };
}
