import { Button, Group } from "@mantine/core";
import { XIcon } from "@primer/octicons-react";
import { readableAddress } from "../components/readable-address.ts";
import { useChangeSearch } from "../components/use-change-search.ts";
import type { moreNames, OrderFilter } from "./list-query.ts";
import { emailWords, subscriptionWords, usageWords } from "./order-states.ts";

type Name = (typeof moreNames)[number] | "status";

const words: Record<Name, (value: string) => string> = {
  status: (value) => `Status: ${value === "open" ? "Open" : "Expired"}`,
  usage: (value) => `Downloads: ${usageWords[value as keyof typeof usageWords]}`,
  email_status: (value) => emailWords[value as keyof typeof emailWords],
  subscription_status: (value) => `Subscription: ${subscriptionWords[value as keyof typeof subscriptionWords]}`,
  from: (value) => `From ${value}`,
  to: (value) => `To ${value}`,
  sku: (value) => `SKU: ${value}`,
  email: (value) => `Customer: ${readableAddress(value)}`,
  vendor_id: (value) => `Your order ID: ${value}`,
};

/** The filters that are on and out of sight, each with what takes it off. */
export function FilterChips({ filter, names }: { filter: OrderFilter; names: readonly Name[] }) {
  const changeSearch = useChangeSearch();
  const on = names.filter((name) => filter[name] !== "");
  if (on.length === 0) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Filters that are on">
      {on.map((name) => (
        <Button
          key={name}
          size="xs"
          variant="light"
          maw="100%"
          rightSection={<XIcon size={12} aria-hidden />}
          aria-label={`Remove filter “${words[name](filter[name])}”`}
          title="Remove this filter"
          onClick={() => changeSearch({ [name]: null, page: null })}
        >
          <span style={inside}>{words[name](filter[name])}</span>
        </Button>
      ))}
    </Group>
  );
}

/** A long value ends in dots. */
const inside = { overflow: "hidden", textOverflow: "ellipsis" } as const;
