import { Badge } from "@mantine/core";
import type { Email, EmailStatus } from "../api/types.ts";

const shown: Record<EmailStatus, { color: string; words: string }> = {
  queued: { color: "blue", words: "On its way" },
  sent: { color: "teal", words: "Sent" },
  kept: { color: "orange", words: "Kept here, not sent" },
  failed: { color: "red", words: "Failed" },
  over_allowance: { color: "orange", words: "Held back" },
  cancelled: { color: "gray", words: "Canceled" },
  bounced: { color: "red", words: "Came back" },
  complained: { color: "orange", words: "Reported as spam" },
};

/** It was removed from the mailbox, with its order or with time. */
const noLongerKept = { color: "gray", words: "Erased, not sent" };

/** Its order is on hold. */
const waiting = { color: "orange", words: "Waits for release" };

/** It is the recipient's email of a gift. */
const toCome = { color: "blue", words: "Waits for its day" };

type ListedEmail = Pick<Email, "kind" | "status" | "subject" | "waits_for_release" | "tries" | "next_attempt_at">;

/** Only the email of a gift on a later day is queued, untried, and not tried soon. The queue looks at it twice a day. */
const isForLater = ({ kind, status, tries, next_attempt_at: at }: ListedEmail) =>
  kind === "delivery" &&
  status === "queued" &&
  tries.length === 0 &&
  at !== null &&
  Date.parse(at) > Date.now() + 60_000;

interface EmailStatusBadgeProps {
  email: ListedEmail;
  /** Whether it waits for the day of a gift, where the order is known. */
  waitsForDay?: boolean;
}

/** A color and a word, as not everyone sees the color. */
export function EmailStatusBadge({ email, waitsForDay = isForLater(email) }: EmailStatusBadgeProps) {
  const { color, words } = email.waits_for_release
    ? waiting
    : waitsForDay
      ? toCome
      : email.status === "kept" && email.subject === null
        ? noLongerKept
        : shown[email.status];
  return (
    <Badge variant="light" color={color}>
      {words}
    </Badge>
  );
}
