import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";

export function Component() {
  return (
    <EmptyState title="There is no such page" words="The address may be incomplete, or what it showed was deleted.">
      <LinkButton to="/admin">Go to the overview</LinkButton>
    </EmptyState>
  );
}
