import { isIP, type Socket } from "node:net";
import type { Network } from "./addresses.ts";
import { choose } from "./choice.ts";
import { connectTo, nameOf } from "./connection.ts";
import { OutgoingProblem } from "./problem.ts";

export interface ReachSettings {
  /** The IP addresses of a name. */
  addresses(name: string): Promise<string[]>;
  /** Networks that may be connected to although they are not public, such as `WAYBILL_OUTGOING_NETWORKS`. */
  allowed: Network[];
}

/** The server to connect to. */
interface Wanted {
  /** `http:`, `https:`, or `smtp:` for a connection that encrypts nothing yet. */
  url: URL;
  /** Whether https is required, except for addresses in `allowed`. */
  requiresTls: boolean;
}

/**
 * Connects to the URL's server, if the service may reach its address. The name is resolved once, and the checked
 * address is the one connected to. Rejects with `OutgoingProblem`, or with the reason of `stop`.
 */
export type Reach = (wanted: Wanted, stop: AbortSignal) => Promise<Socket>;

/** Most addresses of one name that are tried in turn. */
const mostTried = 3;

/** Milliseconds for one of several addresses to accept the connection. */
const connectTimeout = 5_000;

export function openReach({ addresses, allowed }: ReachSettings): Reach {
  return async (wanted, stop) => {
    const stopped = new Promise<never>((_, reject) => stop.addEventListener("abort", () => reject(stop.reason)));
    stopped.catch(() => {});
    const found = await Promise.race([usableAddresses(wanted), stopped]);
    return connectToAny(wanted.url, found, stop);
  };

  async function usableAddresses({ url, requiresTls }: Wanted): Promise<string[]> {
    const name = nameOf(url);
    const found = isIP(name) ? [name] : await lookUp(name);
    if (found.length === 0) throw new OutgoingProblem("no_address", `The name ${name} has no address.`);
    const { fitting, problem } = choose(url, { found, allowed, requiresTls });
    if (problem !== null) throw new OutgoingProblem("not_allowed", problem);
    return fitting.slice(0, mostTried);
  }

  async function lookUp(name: string): Promise<string[]> {
    try {
      return await addresses(name);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new OutgoingProblem("no_address", `The name servers did not answer for ${name} (${code ?? message}).`);
    }
  }
}

async function connectToAny(url: URL, addresses: string[], stop: AbortSignal): Promise<Socket> {
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1;
    const patience = isLast ? stop : AbortSignal.any([stop, AbortSignal.timeout(connectTimeout)]);
    try {
      return await connectTo(url, address, patience);
    } catch (error) {
      if (isLast || stop.aborted) throw error;
    }
  }
  throw new OutgoingProblem("no_address", `The name ${nameOf(url)} has no address.`);
}
