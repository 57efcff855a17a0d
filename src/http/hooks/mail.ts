import type { Account } from "../../accounts/accounts.ts";
import type { TokenVault } from "../../accounts/token-vault.ts";
import type { BodyLimits } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { instantNow } from "../../instants.ts";
import { type ReportReceipt, receiveReport } from "../../mail-reports/receive.ts";
import type { Network } from "../../outgoing/network.ts";
import { readBody } from "../body.ts";
import { plain } from "./plain.ts";

interface MailHookServices {
  db: Database;
  vault: TokenVault;
  limits: BodyLimits;
  network: Pick<Network, "send">;
}

const answers: Record<ReportReceipt, [status: number, words: string, headers?: Record<string, string>]> = {
  taken: [200, "Received."],
  later: [503, "Please send this again later.", { "retry-after": "60" }],
  refused: [401, "The signature is wrong. Compare the secret at your mail service with the one in Waybill."],
  unreadable: [400, "The body is not JSON."],
  unknown: [404, "There is no mail service with this address."],
};

/** Takes what mail services report to `/hooks/mail/GUID` (docs/guides/emails-that-come-back.md). */
export function createMailHooks({ limits, network, ...services }: MailHookServices) {
  return async (request: Request, account: Account | null, guid: string): Promise<Response> => {
    if (account === null) return plain(...answers.unknown);
    if (request.method !== "POST") return plain(405, "Mail services report here with POST.", { allow: "POST" });
    const body = await readBody(request, limits.body);
    const report = { guid, headers: request.headers, body };
    const receipt = await receiveReport({ ...services, send: network.send }, account, report, instantNow());
    return plain(...answers[receipt]);
  };
}
