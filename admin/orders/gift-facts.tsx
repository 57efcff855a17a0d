import { Group } from "@mantine/core";
import type { Order } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { customerAddress } from "../components/customer-address.ts";
import { isToCome } from "../components/email-words.ts";
import { Fact } from "../components/facts.tsx";
import { moment } from "../components/format.ts";
import { FromNow } from "../components/from-now.tsx";
import { TextLink } from "../components/links.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { isStopped } from "./stopped-order.tsx";

/** Who gets the order as a gift, when, and with what words; nothing if it is none. */
export function GiftFacts({ order }: { order: Order }) {
  const { recipient_email: email, recipient_name, gift_message, deliver_at } = order;
  if (email === null) return null;
  return (
    <>
      <Fact name="Gift for">
        {recipient_name && <div>{recipient_name}</div>}
        <Group gap="xs">
          <TextLink to={customerAddress(email)} size="sm" className="tall-link">
            {readableAddress(email)}
          </TextLink>
          <Copy value={email} label="Copy the recipient's email address" />
        </Group>
      </Fact>
      {deliver_at !== null && (
        <Fact name={dayName(order)}>
          {moment(deliver_at)}, <FromNow iso={deliver_at} />
        </Fact>
      )}
      {gift_message && (
        <Fact name="Message">
          <div style={{ whiteSpace: "pre-wrap" }}>{gift_message}</div>
        </Fact>
      )}
    </>
  );
}

/** A stopped gift may not be delivered on its day, and did not have to be. */
function dayName(order: Order): string {
  if (isStopped(order)) return "Deliver on";
  return isToCome(order) ? "Will be delivered" : "Delivered";
}
