import { Stack, Text } from "@mantine/core";
import { ListUnorderedIcon } from "@primer/octicons-react";
import { useSearch } from "../api/search.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton, TextLink } from "../components/links.tsx";
import { newOrderAddress } from "../components/order-address.ts";
import { readableText } from "../components/readable-address.ts";

interface NoOrdersProps {
  searched: boolean;
  /** The text that was searched for; empty for none. */
  text: string;
  canChange: boolean;
}

/** Says why there are none, and what to do. */
export function NoOrders({ searched, text, canChange }: NoOrdersProps) {
  if (searched)
    return (
      <>
        <EmptyState
          title="No matching orders"
          words="Search by the start of a name or email address, or by a full order ID, SKU, link or license key. For a product’s name, its orders are offered."
        >
          <LinkButton to="/admin/orders" variant="default">
            Show all orders
          </LinkButton>
        </EmptyState>
        {text !== "" && <FoundInside text={text} />}
      </>
    );
  return (
    <EmptyState
      icon={ListUnorderedIcon}
      title="No orders yet"
      words="Your checkout creates orders through the API. You can also create one here."
    >
      {canChange && <LinkButton to={newOrderAddress}>New order</LinkButton>}
      <LinkButton to="/admin/settings/api" variant="default">
        Connect your checkout
      </LinkButton>
    </EmptyState>
  );
}

/** Orders and customers that have the text inside a word, which the list does not look at. */
function FoundInside({ text }: { text: string }) {
  const { data = [], isPlaceholderData } = useSearch(text);
  const found = isPlaceholderData ? [] : data.filter(({ type }) => type !== "product");
  if (found.length === 0) return null;
  return (
    <Stack gap="xs" pb="xl" px="md" align="center">
      <Text fw={500}>Found inside words</Text>
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
        {found.map(({ type, id, title, subtitle, url }) => (
          <li key={`${type}-${id}`}>
            <TextLink to={new URL(url).pathname + new URL(url).search}>{readableText(title)}</TextLink>{" "}
            <Text span size="sm" c="dimmed">
              {readableText(subtitle)}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
