import type { Email } from "../api/types.ts";

/** Whether the order was deleted, which erases the recipient, the subject and the message. */
export const isErased = ({ recipient }: Pick<Email, "recipient">): boolean => !recipient;
