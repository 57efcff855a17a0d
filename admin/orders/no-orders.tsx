import { ListUnorderedIcon } from "@primer/octicons-react";
import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";
import { newOrderAddress } from "../components/order-address.ts";

/** Says why there are none, and what to do. */
export function NoOrders({ searched, canChange }: { searched: boolean; canChange: boolean }) {
  if (searched)
    return (
      <EmptyState
        title="No matching orders"
        words="Search by the start of a name or email address, or by a full order ID, SKU, link or license key."
      >
        <LinkButton to="/admin/orders" variant="default">
          Show all orders
        </LinkButton>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={ListUnorderedIcon}
      title="No orders yet"
      words="Your checkout creates orders through the API. You can also create one here."
    >
      {canChange && <LinkButton to={newOrderAddress}>Create order</LinkButton>}
      <LinkButton to="/admin/settings/api" variant="default">
        Connect your checkout
      </LinkButton>
    </EmptyState>
  );
}
