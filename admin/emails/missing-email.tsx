import { ApiProblem } from "../api/request.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { LinkButton } from "../components/links.tsx";

/** Whether an address that names no email is why it could not be read. */
export const namesNoEmail = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 422);

/** Stands in place of an email that is not there. */
export function MissingEmail({ list }: { list: { to: string; label: string } }) {
  return (
    <EmptyState title="Email not found" words="It was deleted, or the link is incomplete.">
      <LinkButton to={list.to} variant="default">
        {list.label}
      </LinkButton>
    </EmptyState>
  );
}
