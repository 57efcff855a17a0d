import { ApiProblem } from "../api/request.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";

/** Whether the error says that no such email exists. */
export const namesNoEmail = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 422);

/** Shown instead of an email that does not exist. */
export function MissingEmail({ list }: { list: { to: string; label: string } }) {
  return (
    <EmptyState title="Email not found" words="It was deleted, or the link is incomplete.">
      <LinkButton to={list.to} variant="default">
        {list.label}
      </LinkButton>
    </EmptyState>
  );
}
