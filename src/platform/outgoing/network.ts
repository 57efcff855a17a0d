import { isIPv6, type Socket } from "node:net";
import type { Network as AddressNetwork } from "./addresses.ts";
import { type EnteredRules, enteredProblem } from "./choice.ts";
import { type Names, openNames } from "./names.ts";
import { OutgoingProblem } from "./problem.ts";
import { openReach } from "./reach.ts";
import { openRequests, type SendRequest } from "./request.ts";
import { openStreams, type StreamRequest } from "./stream.ts";

/** Milliseconds and bytes for a response that is a small text. */
const smallText = { timeout: 5_000, mostBytes: 16 * 1024 };

/** Milliseconds for a mail server to accept a connection. */
const mailServerPatience = 30_000;

/** Access to DNS, web servers and mail servers outside that is safe for names chosen by stores and strangers. */
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
  /**
   * Connects to a mail server, encrypting nothing. The address that is checked is the one connected to. Rejects with
   * `OutgoingProblem`, also after 30 seconds.
   */
  connectToMailServer(server: { host: string; port: number }): Promise<Socket>;
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
  const reach = openReach({ addresses: systemAddresses, allowed });
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
    async connectToMailServer({ host, port }) {
      const stop = new AbortController();
      const late = new OutgoingProblem(
        "no_answer_in_time",
        `No connection within ${mailServerPatience / 1000} seconds.`,
      );
      const timer = setTimeout(() => stop.abort(late), mailServerPatience);
      const url = new URL(`smtp://${isIPv6(host) ? `[${host}]` : host}:${port}`);
      try {
        return await reach({ url, requiresTls: false }, stop.signal);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
