import type { EmailSigner } from "../transport/dkim-key.ts";
import { wholeRecords } from "./long-dns-records.ts";
import type { AskTexts, RecordCheck } from "./record-check.ts";
import { tagsOf } from "./tag-list.ts";

/** Whether DNS has the key that Waybill signs with (RFC 6376 section 3.6.2). Rejects if DNS does not answer. */
export async function checkDkim(
  ask: AskTexts,
  senderDomain: string,
  signer: Pick<EmailSigner, "domain" | "selector" | "publicKey"> | null,
): Promise<Omit<RecordCheck, "record">> {
  if (signer === null) {
    const summary = "Waybill does not sign these emails. Check that your mail service signs them for this domain.";
    return { status: "not_checked", name: senderDomain, found: null, publish: null, summary };
  }
  const name = `${signer.selector}._domainkey.${signer.domain}`;
  const publish = `v=DKIM1; k=rsa; p=${signer.publicKey}`;
  const found = wholeRecords(await ask(name), (text) => /^\s*v\s*=/i.test(text));
  const [record] = found;
  if (record === undefined) {
    const summary = `Emails are signed, but ${name} has no key, so receivers cannot check it. Publish the record.`;
    return { status: "missing", name, found: null, publish, summary };
  }
  // RFC 6376 section 3.6.2.2: with several records, the result is undefined.
  if (found.length > 1) {
    const summary = `${name} has ${found.length} TXT records. Leave only this one.`;
    return { status: "wrong", name, found: found.join("\n"), publish, summary };
  }
  const key = tagsOf(record).get("p")?.replace(/\s/g, "");
  if (key !== signer.publicKey) {
    const words = key === "" ? "says that the key was withdrawn" : "has another key than Waybill signs with";
    const summary = `${name} ${words}, so receivers take the emails for forged. Publish the record.`;
    return { status: "wrong", name, found: record, publish, summary };
  }
  if (!shareDomain(signer.domain, senderDomain)) {
    const summary = `${name} has the key, but emails come from ${senderDomain}, so DMARC does not count the signature. Set WAYBILL_DKIM_DOMAIN to ${senderDomain}.`;
    return { status: "wrong", name, found: record, publish: null, summary };
  }
  return {
    status: "ok",
    name,
    found: record,
    publish: null,
    summary: `${name} has the key that emails are signed with.`,
  };
}

/** Whether two domains belong together (RFC 7489 section 3.1.1), as far as this can be known without a list of suffixes. */
function shareDomain(one: string, other: string): boolean {
  const end = (domain: string) => domain.split(".").slice(-2).join(".");
  return end(one) === end(other);
}
