import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="This page does not exist" words="The link may be incomplete, or the page was deleted.">
        <LinkButton to="/admin">Go to the overview</LinkButton>
      </EmptyState>
    </>
  );
}
