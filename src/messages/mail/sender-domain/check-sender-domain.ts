import type { MailSettings } from "../transport/mail-settings.ts";
import { checkDkim } from "./check-dkim.ts";
import { checkDmarc } from "./check-dmarc.ts";
import { checkSpf } from "./check-spf.ts";
import type { AskTexts, RecordCheck } from "./record-check.ts";

/** Milliseconds for all questions about one record. */
const longestWait = 6_000;

/** Looks up SPF, DKIM and DMARC of the sender's domain at the same time. Never rejects. */
export async function checkSenderDomain(
  texts: AskTexts,
  { sender, server, signer }: MailSettings,
  { patience = longestWait } = {},
): Promise<{ domain: string; checks: RecordCheck[] }> {
  const domain = sender.slice(sender.lastIndexOf("@") + 1).toLowerCase();
  const ask = within(texts, patience);
  const checks = await Promise.all([
    answered("spf", domain, checkSpf(ask, domain, server)),
    answered(
      "dkim",
      signer ? `${signer.selector}._domainkey.${signer.domain}` : domain,
      checkDkim(ask, domain, signer),
    ),
    answered("dmarc", `_dmarc.${domain}`, checkDmarc(ask, domain)),
  ]);
  return { domain, checks };
}

/** The same question, but it rejects once the time for all questions is over. */
function within(texts: AskTexts, milliseconds: number): AskTexts {
  const end = performance.now() + milliseconds;
  return (name) => {
    const { promise, reject } = Promise.withResolvers<string[]>();
    const timer = setTimeout(() => reject(new Error("no answer in time")), Math.max(0, end - performance.now()));
    return Promise.race([texts(name), promise]).finally(() => clearTimeout(timer));
  };
}

async function answered(
  record: RecordCheck["record"],
  name: string,
  check: Promise<Omit<RecordCheck, "record">>,
): Promise<RecordCheck> {
  try {
    return { record, ...(await check) };
  } catch {
    const summary = `The name servers did not answer the question about ${name}.`;
    return { record, status: "no_answer", name, found: null, publish: null, summary };
  }
}
