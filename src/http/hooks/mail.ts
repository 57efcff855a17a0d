import type { BodyLimits } from "../../config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Network } from "../../platform/outgoing/network.ts";
import type { Vault } from "../../platform/vault.ts";
import { type ReportReceipt, receiveReport } from "../../shops/mail-reports/receive.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { readBody } from "../body.ts";
import { plain } from "./plain.ts";

interface MailHookServices {
  db: Database;
  vault: Vault;
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

/** Receives reports of mail services at `/hooks/mail/GUID` (docs/store/emails-that-come-back.md). */
export function createMailHooks({ limits, network, ...services }: MailHookServices) {
  return async (request: Request, account: Account | null, guid: string): Promise<Response> => {
    if (account === null) return plain(...answers.unknown);
    if (request.method !== "POST") return plain(405, "Mail services report here with POST.", { allow: "POST" });
    const report = { guid, headers: request.headers, readBody: () => readBody(request, limits.body) };
    const receipt = await receiveReport({ ...services, send: network.send }, account, report, instantNow());
    return plain(...answers[receipt]);
  };
}
