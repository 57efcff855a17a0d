import type { ReactNode } from "react";
import { useRights } from "../api/session.ts";
import { EmptyState } from "./empty-state.tsx";
import { LinkButton } from "./links.tsx";

interface EditorsOnlyProps {
  /** The list to go back to. */
  list: { to: string; label: string };
  children: ReactNode;
}

/** Shows `children` to people who can make changes, and a notice to everyone else. */
export function EditorsOnly({ list, children }: EditorsOnlyProps) {
  if (useRights().canChange) return children;
  return (
    <EmptyState
      title="You have read-only access"
      words="To create orders and products, ask an owner of the store to change your role."
    >
      <LinkButton to={list.to} variant="default">
        {list.label}
      </LinkButton>
    </EmptyState>
  );
}
