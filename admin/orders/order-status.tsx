import { Badge, Group } from "@mantine/core";
import type { Order } from "../api/types.ts";
import { isToCome } from "../components/email-words.ts";
import { emailWords, stateWords } from "./order-states.ts";

const colors: Record<Order["state"], string> = {
  on_hold: "orange",
  revoked: "red",
  expired: "gray",
  email_failed: "red",
  waiting_for_key: "orange",
  waiting_for_file: "orange",
  used_up: "yellow",
  email_pending: "blue",
  delivered: "teal",
  open: "teal",
};

const heldBack = { color: "orange", words: emailWords.over_allowance };
const cameBack = { color: "red", words: emailWords.bounced };
const toCome = { color: "blue", words: "Gift to come" };
const kept = { color: "orange", words: emailWords.kept };

type ShownOrder = Pick<Order, "state" | "email_status" | "deliver_at">;

/** Refines the state with the reason why an email was not sent. */
function shownOf({ state, email_status, deliver_at }: ShownOrder) {
  if (state === "email_pending" && isToCome({ deliver_at })) return toCome;
  if (state === "email_failed" && email_status === "over_allowance") return heldBack;
  if (state === "email_failed" && email_status === "bounced") return cameBack;
  if (state === "open" && email_status === "kept") return kept;
  return { color: colors[state], words: stateWords[state] };
}

/** A color and a word, as not everyone sees the color. */
export function OrderStatus({ order }: { order: ShownOrder & Pick<Order, "test"> }) {
  const { color, words } = shownOf(order);
  const status = (
    <Badge variant="light" color={color} style={{ flex: "none" }}>
      {words}
    </Badge>
  );
  if (!order.test) return status;
  return (
    <Group gap={4} component="span">
      {status}
      <Badge variant="outline" color="gray" style={{ flex: "none" }}>
        Test
      </Badge>
    </Group>
  );
}
