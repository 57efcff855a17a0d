import { reasonOf } from "../../platform/errors.ts";
import type { BounceMailbox } from "../../shops/mail-reports/bounce-mailbox.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, problem } = findingsOf("bounces");

/** Whether the mailbox of bounces can be read. No finding without one. */
export async function examineBounces(mailbox: BounceMailbox | null): Promise<Finding[]> {
  if (mailbox === null) return [];
  try {
    await mailbox.probe();
    return [ok(`The mailbox of bounces ${mailbox.name} can be read.`)];
  } catch (error) {
    const advice = "Check WAYBILL_BOUNCE_MAILBOX: host, port, user, password and folder.";
    return [problem(`The mailbox of bounces ${mailbox.name} cannot be read: ${reasonOf(error)}.`, advice)];
  }
}
