import { clientNetwork } from "../../platform/client-network.ts";
import { canonicalAddress } from "../../platform/email-address.ts";
import type { RateLimit, Try } from "../../platform/limits/rate-limits.ts";
import type { Account } from "../../store/accounts/accounts.ts";

const hour = 3_600_000;

/** Emails to one address. */
const linksToAddress: RateLimit = { name: "links-to", most: 3, milliseconds: hour };

/** Requests from one network, for any address. */
const linksFromNetwork: RateLimit = { name: "links-from", most: 20, milliseconds: hour };

/** A customer's request to email links to an address. */
export function linksRequest({ id }: Account, address: string, client: { ipAddress: string }): Try[] {
  return [
    { limit: linksToAddress, subject: `${id} ${canonicalAddress(address)}` },
    { limit: linksFromNetwork, subject: String(id), source: clientNetwork(client.ipAddress) },
  ];
}
