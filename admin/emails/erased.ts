import type { Email } from "../api/types.ts";

/** Whether the order was deleted, which erases the recipient, the subject and the message. */
export const isErased = ({ recipient }: Pick<Email, "recipient">): boolean => !recipient;

/** Why an email has no subject and no message: its order was deleted, they were removed with time, or not written yet. */
export function lackOfContent(
  email: Pick<Email, "recipient" | "status" | "tries">,
): "deleted" | "removed" | "unwritten" {
  if (isErased(email)) return "deleted";
  const wasWritten = email.status !== "queued" && email.tries.some(({ outcome }) => outcome !== "not_sent");
  return wasWritten ? "removed" : "unwritten";
}
