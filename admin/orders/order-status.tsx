import { Badge } from "@mantine/core";
import type { Order } from "../api/types.ts";

const shown: Record<Order["state"], { color: string; words: string }> = {
  on_hold: { color: "orange", words: "On hold" },
  revoked: { color: "red", words: "Revoked" },
  expired: { color: "gray", words: "Expired" },
  email_failed: { color: "red", words: "Email failed" },
  waiting_for_key: { color: "orange", words: "Waiting for a key" },
  waiting_for_file: { color: "orange", words: "Waiting for a file" },
  used_up: { color: "yellow", words: "Used up" },
  email_pending: { color: "blue", words: "Email on its way" },
  delivered: { color: "teal", words: "Email sent" },
  open: { color: "teal", words: "Open" },
};

const heldBack = { color: "orange", words: "Email held back" };
const kept = { color: "orange", words: "Email not sent" };

/** Refines the state with the reason why an email was not sent. */
function shownOf({ state, email_status }: Pick<Order, "state" | "email_status">) {
  if (state === "email_failed" && email_status === "over_allowance") return heldBack;
  if (state === "open" && email_status === "kept") return kept;
  return shown[state];
}

/** A color and a word, as not everyone sees the color. */
export function OrderStatus({ order }: { order: Pick<Order, "state" | "email_status"> }) {
  const { color, words } = shownOf(order);
  return (
    <Badge variant="light" tt="none" color={color} style={{ flex: "none" }}>
      {words}
    </Badge>
  );
}
