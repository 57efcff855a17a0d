import { wholeRecords } from "./long-dns-records.ts";
import type { AskTexts, RecordCheck } from "./record-check.ts";
import { tagsOf } from "./tag-list.ts";

/** Maximum number of questions to DNS. Names of mail domains have fewer parts. */
const mostLevels = 8;

/**
 * Whether the domain, or one above it, says what happens to emails that fail SPF and DKIM (RFC 7489 section 6.6.3). Rejects if
 * DNS does not answer.
 */
export async function checkDmarc(ask: AskTexts, domain: string): Promise<Omit<RecordCheck, "record">> {
  const own = `_dmarc.${domain}`;
  const publish = "v=DMARC1; p=none";
  const labels = domain.split(".").slice(-mostLevels);
  for (let start = 0; start === 0 || labels.length - start >= 2; start++) {
    const name = `_dmarc.${start === 0 ? domain : labels.slice(start).join(".")}`;
    const found = wholeRecords(await ask(name)).filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/i.test(text));
    const [record] = found;
    if (record === undefined) continue;
    if (found.length > 1) {
      const summary = `${name} has ${found.length} DMARC records, so receivers use none of them. Leave one.`;
      return { status: "wrong", name, found: found.join("\n"), publish: null, summary };
    }
    const policy = tagsOf(record).get("p")?.toLowerCase();
    if (policy !== "none" && policy !== "quarantine" && policy !== "reject") {
      const summary = `The DMARC record at ${name} has no policy (p=none, p=quarantine or p=reject).`;
      return { status: "wrong", name, found: record, publish, summary };
    }
    const words = start === 0 ? "" : `, which is also for ${domain}`;
    return { status: "ok", name, found: record, publish: null, summary: `There is a DMARC record at ${name}${words}.` };
  }
  const summary = `${domain} has no DMARC record, which Gmail and Yahoo ask of senders of many emails. Publish the record.`;
  return { status: "missing", name: own, found: null, publish, summary };
}
