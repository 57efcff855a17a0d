import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="This settings page does not exist" words="The link may be incomplete.">
        <LinkButton to="/admin/settings/store">Go to store details</LinkButton>
      </EmptyState>
    </>
  );
}
