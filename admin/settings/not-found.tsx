import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";

export function NotFound() {
  return (
    <EmptyState title="There is no such setting" words="The address may be incomplete.">
      <LinkButton to="/admin/settings/general">Go to the general settings</LinkButton>
    </EmptyState>
  );
}
