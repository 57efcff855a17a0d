import { Badge } from "@mantine/core";
import type { ListedConnectionEvent } from "../api/types.ts";

const states: Record<ListedConnectionEvent["status"], { color: string; words: string }> = {
  pending: { color: "yellow", words: "Waiting" },
  done: { color: "teal", words: "Done" },
  needs_attention: { color: "red", words: "Needs attention" },
  ignored: { color: "gray", words: "Not about an order" },
  failed: { color: "red", words: "Failed" },
};

/** A color and a word, as not everyone sees the color. */
export function EventState({ event }: { event: Pick<ListedConnectionEvent, "status"> }) {
  const { color, words } = states[event.status];
  return (
    <Badge variant="light" color={color}>
      {words}
    </Badge>
  );
}

const problems: Record<NonNullable<ListedConnectionEvent["problem"]>, string> = {
  no_email: "The order has no usable email address.",
  unmatched: "Products match nothing here.",
  rejected: "A value of the order is not allowed.",
  underpaid: "Less was paid than the products cost.",
  partial_refund: "Part of the amount was refunded.",
  unclear: "You have to decide about the order.",
  no_order: "A payment was taken back, but its order is not known.",
};

/** What is wrong, in a sentence; empty if nothing is. */
export const problemWords = ({ problem, message }: ListedConnectionEvent): string =>
  [problem === null ? "" : problems[problem], message ?? ""].filter(Boolean).join(" ");
