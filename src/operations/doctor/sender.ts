import type { Config } from "../../config/config.ts";
import { checkSenderDomain } from "../../messages/mail/sender-domain/check-sender-domain.ts";
import type { AskTexts, RecordCheck } from "../../messages/mail/sender-domain/record-check.ts";
import type { EmailSigner } from "../../messages/mail/transport/dkim-key.ts";
import { mailSettings } from "../../messages/mail/transport/mail-settings.ts";
import { reasonOf } from "../../platform/errors.ts";
import { isLoopbackName } from "../../store/accounts/address.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("sender");

interface Instruments {
  readSigner(config: Config): Promise<EmailSigner | null>;
  askTexts(config: Config): AskTexts;
}

/**
 * Whether the sender's domain has the DNS records that receivers expect. No finding without a mail server or a public
 * domain.
 */
export async function examineSender(config: Config, { readSigner, askTexts }: Instruments): Promise<Finding[]> {
  let signer: EmailSigner | null;
  try {
    signer = await readSigner(config);
  } catch (error) {
    const advice = "The service does not start like this: change WAYBILL_DKIM_KEY.";
    return [problem(`Emails cannot be signed: ${reasonOf(error)}.`, advice)];
  }
  const { smtp, mailFrom } = config;
  if (smtp === null || isLoopbackName(mailFrom.slice(mailFrom.lastIndexOf("@") + 1))) return [];
  const { checks } = await checkSenderDomain(askTexts(config), mailSettings(smtp, mailFrom, signer));
  return checks.map(findingFrom);
}

function findingFrom({ record, status, name, publish, summary }: RecordCheck): Finding {
  if (status === "ok" || status === "not_checked") return ok(summary);
  if (status === "no_answer") return warning(summary, "Check the name servers, then run this again.");
  const advice = publish === null ? "See docs/reference/email.md." : `TXT record at ${name}: ${publish}`;
  // A signature that does not match makes emails look forged. Other missing records only make them less trusted.
  return record === "dkim" && status === "wrong" ? problem(summary, advice) : warning(summary, advice);
}
