import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { readableAddress } from "../components/readable-address.ts";

/** In place of a person of whom nothing is known. */
export const MissingCustomer = ({ email }: { email: string }) => (
  <>
    <PageHeader title={readableAddress(email)} back={{ to: "/admin/customers", label: "Customers" }} />
    <EmptyState title="Customer not found" words="The address was changed, or the customer was erased.">
      <LinkButton to="/admin/customers" variant="default">
        Search customers
      </LinkButton>
    </EmptyState>
  </>
);
