/** The statuses of an email to a customer. */
export const emailStatuses = [
  "queued",
  "sent",
  "kept",
  "failed",
  "over_allowance",
  "cancelled",
  "bounced",
  "complained",
] as const;
