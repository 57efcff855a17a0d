import type { EmailTry } from "../api/types.ts";

/** Labels of delivery attempts. */
export const outcomes: Record<EmailTry["outcome"], { label: string; color: string }> = {
  sent: { label: "Accepted", color: "teal" },
  kept: { label: "Kept here, not sent", color: "orange" },
  temporary_failure: { label: "Delayed", color: "orange" },
  permanent_failure: { label: "Rejected", color: "red" },
  not_sent: { label: "Not sent", color: "gray" },
  bounced: { label: "Came back", color: "red" },
  complained: { label: "Reported as spam", color: "orange" },
};
