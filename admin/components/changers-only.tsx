import type { ReactNode } from "react";
import { useRights } from "../api/session.ts";
import { EmptyState } from "./empty-state.tsx";
import { LinkButton } from "./links.tsx";

interface ChangersOnlyProps {
  /** The list that the screen belongs to. */
  list: { to: string; label: string };
  children: ReactNode;
}

/** A screen that changes something; people who may only look are told so. */
export function ChangersOnly({ list, children }: ChangersOnlyProps) {
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
