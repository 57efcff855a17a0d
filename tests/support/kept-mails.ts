import type { Store } from "./service.ts";
import { v3 } from "./v3.ts";

/** A message that was kept because there is no mail server. */
export interface KeptMail {
  subject: string;
  text: string;
  html: string;
}

/** The messages of the store to this address, the first kept first. */
export async function keptMailsTo(store: Store, address: string): Promise<KeptMail[]> {
  const { messages } = (await v3(store, "GET", "mailbox?page_size=500")).body;
  const mails: KeptMail[] = [];
  for (const { id, recipient } of messages.toReversed()) {
    if (recipient !== address) continue;
    // Null when the message was removed after it was listed.
    const { message } = (await v3(store, "GET", `mailbox/${id}`)).body;
    if (message) mails.push({ subject: message.subject, text: message.text_body, html: message.html_body });
  }
  return mails;
}
