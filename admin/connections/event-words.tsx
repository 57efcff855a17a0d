import { Badge } from "@mantine/core";
import type { ListedConnectionEvent } from "../api/types.ts";
import { number, quoted } from "../components/format.ts";

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

const problems: Record<Exclude<ListedConnectionEvent["problem"], "unmatched" | null>, string> = {
  no_email: "The order has no usable email address.",
  rejected: "A value of the order is not allowed.",
  underpaid: "Less was paid than the products cost.",
  partial_refund: "Part of the amount was refunded.",
  unclear: "You have to decide about the order.",
  no_order: "A payment was taken back, but its order is not known.",
};

/** What is wrong, in a sentence; empty if nothing is. */
export function problemWords({ problem, message, unmatched_lines }: ListedConnectionEvent): string {
  const words = problem === "unmatched" ? unmatchedWords(unmatched_lines) : problem === null ? "" : problems[problem];
  return [words, message ?? ""].filter(Boolean).join(" ");
}

/** Products that are named. The screen of the event shows all of them. */
const mostNamed = 3;

/** Names the products, since others of the order may have matched. */
function unmatchedWords(lines: ListedConnectionEvent["unmatched_lines"]): string {
  const names = lines.map(({ name, sku, external_ids }) => quoted(name || sku || external_ids[0] || ""));
  const named = names.slice(0, names.length > mostNamed ? mostNamed - 1 : mostNamed);
  const rest = names.length - named.length;
  const all = listed.format(rest === 0 ? named : [...named, `${number(rest)} more`]);
  return `${all} ${names.length === 1 ? "matches" : "match"} nothing here.`;
}

const listed = new Intl.ListFormat("en");
