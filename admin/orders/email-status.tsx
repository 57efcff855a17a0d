import { Badge } from "@mantine/core";
import type { EmailStatus } from "../api/types.ts";

const shown: Record<EmailStatus, { color: string; words: string }> = {
  queued: { color: "blue", words: "On its way" },
  sent: { color: "teal", words: "Sent" },
  kept: { color: "orange", words: "Kept here, not sent" },
  failed: { color: "red", words: "Failed" },
  over_allowance: { color: "orange", words: "Held back" },
  cancelled: { color: "gray", words: "Canceled" },
};

/** A color and a word, as not everyone sees the color. */
export function EmailStatusBadge({ status }: { status: EmailStatus }) {
  return (
    <Badge variant="light" tt="none" color={shown[status].color}>
      {shown[status].words}
    </Badge>
  );
}
