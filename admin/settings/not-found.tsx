import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="There is no such setting" words="The address may be incomplete.">
        <LinkButton to="/admin/settings/general">Go to the general settings</LinkButton>
      </EmptyState>
    </>
  );
}
