import type { BodyLimits } from "../../config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Network } from "../../platform/outgoing/network.ts";
import type { Vault } from "../../platform/vault.ts";
import { type Receipt, receiveEvent } from "../../shops/connections/reading/receive.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { ServiceUrl } from "../../store/accounts/address.ts";
import { readBody } from "../body.ts";
import type { Client } from "../client.ts";
import { describeFailure } from "../failure.ts";
import { linkOwner } from "../link-owner.ts";
import { createMailHooks } from "./mail.ts";
import { plain } from "./plain.ts";

/** The path prefix before the identifier of a connection. */
export const hooksPath = "/hooks/";

interface HookServices {
  network: Pick<Network, "send">;
  db: Database;
  vault: Vault;
  limits: BodyLimits;
  serviceUrl: ServiceUrl;
  /** Call when an event has been stored. */
  eventStored(): void;
}

interface HookCaller {
  /** The account of the request's host; null if there is none. */
  account: Account | null;
  client: Client;
}

const answers: Record<Receipt, [status: number, words: string]> = {
  stored: [200, "Received."],
  greeted: [200, "Hello."],
  refused: [401, "The signature is wrong. Compare the secret in your shop with the one in Waybill."],
  unknown: [404, "There is no connection with this address."],
};

/**
 * Receives events of shops at `/hooks/CONNECTION-GUID` (docs/reference/connections.md), and reports of mail services at
 * `/hooks/mail/GUID`.
 */
export function createHooks({ eventStored, limits, network, serviceUrl, ...services }: HookServices) {
  const takeReport = createMailHooks({ ...services, limits, network });
  return async (request: Request, { account: named, client }: HookCaller): Promise<Response> => {
    const { pathname } = new URL(request.url);
    // Shops keep their old address even after another account has become the main one.
    const owner = () => linkOwner(services.db.read, serviceUrl, { client, pathname });
    const mailHook = /^\/hooks\/mail\/([\w-]{1,100})\/?$/.exec(pathname)?.[1];
    if (mailHook !== undefined) return takeReport(request, (await owner()) ?? named, mailHook);
    const guid = /^\/hooks\/([\w-]{1,100})\/?$/.exec(pathname)?.[1];
    if (guid === undefined) return plain(...answers.unknown);
    if (request.method !== "POST") {
      return plain(405, "Shops send their events here with POST.", { allow: "POST" });
    }
    const event = { guid, headers: request.headers, readBody: () => readBody(request, limits.body) };
    const receive = async (account: Account | null) =>
      account ? receiveEvent(services, account, event, instantNow()) : "unknown";
    let receipt = await receive(named);
    if (receipt === "unknown") receipt = await receive(await owner());
    if (receipt === "stored") eventStored();
    return plain(...answers[receipt]);
  };
}

/** The answer to an error, as text that shops show to their owners. */
export function hookFailure(error: unknown, log: Log): Response {
  const { status, sentence, headers } = describeFailure(error, log);
  return plain(status, sentence, headers);
}
