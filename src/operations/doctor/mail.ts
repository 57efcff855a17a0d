import type { Config } from "../../config/config.ts";
import { reasonOf } from "../../platform/errors.ts";
import { isLoopbackName } from "../../store/accounts/address.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("mail");

/** Whether emails can be sent. `probe` connects to the mail server at this address and signs in. */
export async function examineMail(
  { smtp, mailFrom }: Pick<Config, "smtp" | "mailFrom">,
  probe: (smtp: string) => Promise<{ encrypted: boolean }>,
): Promise<Finding[]> {
  if (smtp === null) {
    const summary =
      "There is no mail server: emails of stores without their own are kept in the mailbox, and nobody gets them.";
    return [warning(summary, "Set WAYBILL_SMTP before customers order.")];
  }
  const { hostname, username } = new URL(smtp);
  try {
    const { encrypted } = await probe(smtp);
    const done = `The mail server ${hostname} answers${username === "" ? "" : " and lets Waybill sign in"}.`;
    const findings: Finding[] = [];
    if (encrypted || isLoopbackName(hostname)) findings.push(ok(done));
    else {
      const advice = "Use smtps://, or a server that offers STARTTLS.";
      findings.push(warning(`${done} But the connection is not encrypted.`, advice));
    }
    if (isLoopbackName(mailFrom.slice(mailFrom.lastIndexOf("@") + 1))) {
      findings.push(
        warning(`The sender of emails is ${mailFrom}, which many servers refuse.`, "Set WAYBILL_MAIL_FROM."),
      );
    }
    return findings;
  } catch (error) {
    const advice =
      "Check WAYBILL_SMTP: host, port, user and password. smtps:// is for servers that encrypt from the start (port 465).";
    return [problem(`The mail server ${hostname} cannot be used: ${reasonOf(error)}.`, advice)];
  }
}
