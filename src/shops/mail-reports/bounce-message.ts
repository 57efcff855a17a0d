import PostalMime from "postal-mime";
import type { BounceReport } from "../../messages/mail/bounces.ts";
import { messageIdOf } from "./service.ts";

/** The fields of one block, with names in lowercase. */
type Fields = Map<string, string>;

/** Maximum number of recipients to read in a message. An email of ours has one, and anyone can send a message with thousands. */
const mostRecipients = 10;

/**
 * Reads a mail server's report about undeliverable emails (RFC 3464), or a receiver's report about an email that was marked as
 * spam (RFC 5965). Returns nothing for any other message, including a report that an email is delayed or has arrived. Rejects for
 * a message that cannot be read.
 */
export async function readBounceMessage(content: Uint8Array): Promise<BounceReport[]> {
  const { attachments } = await PostalMime.parse(content, { forceRfc822Attachments: true });
  const textOf = (type: RegExp) => {
    const found = attachments.find(({ mimeType }) => type.test(mimeType));
    return found === undefined ? "" : decoded(found.content);
  };
  const original = blocksIn(textOf(/^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)$/i))[0];
  const messageId = messageIdOf(original?.get("message-id"));
  if (messageId === "") return [];
  const complaint = blocksIn(textOf(/^message\/feedback-report$/i))[0];
  if (complaint?.get("feedback-type")?.toLowerCase() === "abuse") {
    return addressesIn(complaint.get("original-rcpt-to") ?? original?.get("to")).map((recipient) => ({
      reason: "complained",
      messageId,
      recipient,
      permanent: true,
      words: "abuse",
    }));
  }
  const [, ...recipients] = blocksIn(textOf(/^message\/(global-)?delivery-status$/i));
  return recipients.slice(0, mostRecipients).flatMap((fields) => reportsOf(fields, messageId));
}

/** One report for each known address of the recipient: a forwarded email fails at another address than it was sent to. */
function reportsOf(fields: Fields, messageId: string): BounceReport[] {
  if (fields.get("action")?.toLowerCase() !== "failed") return [];
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "")?.[0] ?? "";
  const words = (fields.get("diagnostic-code") ?? "").replace(/^\s*[\w-]+\s*;\s*/, "") || status || "failed";
  const addresses = [fields.get("original-recipient"), fields.get("final-recipient")].flatMap(addressesIn);
  return [...new Set(addresses)].map((recipient) => ({
    reason: "bounced",
    messageId,
    recipient,
    permanent: isDead(status),
    words,
  }));
}

/**
 * Whether the address does not work, by the code of RFC 3463: it failed permanently, and not because of a full mailbox (5.2.2),
 * the size or the content of the email (5.2.3, 5.3, 5.6), an expired time (5.4.7) or because the receiver does not trust the
 * sender (5.7).
 */
export const isDead = (status: string): boolean => /^5\./.test(status) && !/^5\.([367]\.|2\.[23]$|4\.7$)/.test(status);

/**
 * `rfc822; ann@example.com`, `<ann@example.com>`. Returned both unchanged and without escapes, which may be real or only look
 * like it: `utf-8; j\x{F6}rg@example.com` (RFC 6533, section 3) and `rfc822; ann+2Bmaps@example.com` (xtext, RFC 3461, section
 * 4).
 */
function addressesIn(field: string | undefined): string[] {
  const written = (field ?? "")
    .replace(/^\s*[\w-]+\s*;\s*/, "")
    .replace(/^.*<([^<>]*)>.*$/s, "$1")
    .trim();
  const plain = written.replace(/\+([\dA-F]{2})/g, character);
  const addresses = [written, plain].map((text) => text.replace(/\\x\{([\da-f]{2,6})\}/gi, character));
  return [...new Set([written, ...addresses])].filter((address) => address !== "");
}

/** The character with a hexadecimal code, or the whole escape if there is no such character. */
function character(whole: string, code: string): string {
  const point = Number.parseInt(code, 16);
  return point > 0x10_ffff ? whole : String.fromCodePoint(point);
}

const decoded = (content: string | ArrayBuffer | Uint8Array): string =>
  typeof content === "string" ? content : new TextDecoder().decode(content);

/** Blocks of fields, separated by empty lines. Lines that begin with a space continue the previous line. */
function blocksIn(text: string): Fields[] {
  const unfolded = text.replace(/\r\n?/g, "\n").replace(/\n[ \t]+/g, " ");
  return unfolded
    .split(/\n{2,}/)
    .map(fieldsIn)
    .filter(({ size }) => size > 0);
}

function fieldsIn(block: string): Fields {
  const fields: Fields = new Map();
  for (const line of block.split("\n")) {
    const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !fields.has(name.toLowerCase())) {
      fields.set(name.toLowerCase(), value.trim());
    }
  }
  return fields;
}
