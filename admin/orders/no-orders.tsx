import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";

/** Says why there are none, and what to do. */
export function NoOrders({ searched, canChange }: { searched: boolean; canChange: boolean }) {
  if (searched)
    return (
      <EmptyState
        title="No order matches"
        words="Search for the beginning of a name or an email address, or for a whole id, SKU, link or license key."
      >
        <LinkButton to="/admin/orders" variant="default">
          Show all orders
        </LinkButton>
      </EmptyState>
    );
  return (
    <EmptyState title="No orders yet" words="Your checkout sends them through the API, or you create one by hand.">
      {canChange && <LinkButton to="/admin/orders/new">Create an order</LinkButton>}
      <LinkButton to="/admin/settings/api" variant="default">
        Connect a checkout
      </LinkButton>
    </EmptyState>
  );
}
