import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="There is no such page" words="The address may be incomplete, or what it showed was deleted.">
        <LinkButton to="/admin">Go to the overview</LinkButton>
      </EmptyState>
    </>
  );
}
