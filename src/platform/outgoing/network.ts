import type { Network as AddressNetwork } from "./addresses.ts";
import { type EnteredRules, enteredProblem } from "./choice.ts";
import { type Names, openNames } from "./names.ts";
import { openRequests, type SendRequest } from "./request.ts";
import { openStreams, type StreamRequest } from "./stream.ts";

/** Milliseconds and bytes for a response that is a small text. */
const smallText = { timeout: 5_000, mostBytes: 16 * 1024 };

/** Access to DNS and web servers outside that is safe for names chosen by stores and strangers. */
export interface Network extends Pick<Names, "texts" | "aliases"> {
  /**
   * Fetches a small text, without following redirects. Null if the response is anything else. Rejects with
   * `OutgoingProblem`.
   */
  get(url: URL): Promise<string | null>;
  /**
   * Why an entered address cannot be used, as a text after the field's name; null if a request may reach it
   * (`enteredProblem`).
   */
  addressProblem(url: string, rules: EnteredRules): string | null;
  send: SendRequest;
  /** For responses of any length. */
  stream: StreamRequest;
}

interface NetworkSettings {
  /** Name servers as `ADDRESS` or `ADDRESS:PORT`; null for the system's. */
  resolvers: string[] | null;
  /** Addresses that may be connected to although they are not public. */
  allowed: AddressNetwork[];
}

export function openNetwork({ resolvers, allowed }: NetworkSettings): Network {
  const { texts, aliases, addresses, systemAddresses } = openNames(resolvers);
  // A custom domain must be public, so what only this machine knows of it does not count.
  const sendToPublicName = openRequests({ addresses, allowed });
  return {
    texts,
    aliases,
    async get(url) {
      const headers = { Accept: "text/plain" };
      const request = { url, method: "GET", headers, ...smallText, requiresTls: false } as const;
      const { status, body } = await sendToPublicName(request);
      return status === 200 ? body.toString("latin1") : null;
    },
    addressProblem: (url, rules) => enteredProblem(url, rules, allowed),
    send: openRequests({ addresses: systemAddresses, allowed }),
    stream: openStreams({ addresses: systemAddresses, allowed }),
  };
}
