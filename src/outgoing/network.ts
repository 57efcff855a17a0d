import { Resolver } from "node:dns/promises";
import { type Network, NotPublic } from "../accounts/domain-proof.ts";
import { type Network as AddressNetwork, mayConnect } from "./addresses.ts";
import { smallGet } from "./small-get.ts";

interface NetworkSettings {
  /** Name servers as `ADDRESS` or `ADDRESS:PORT`; null for the system's. */
  resolvers: string[] | null;
  /** Addresses that may be connected to although they are not public. */
  allowed: AddressNetwork[];
}

/** Errors that mean "no such record". Any other error means that the name servers gave no answer. */
const none = new Set(["ENOTFOUND", "ENODATA", "NXDOMAIN"]);

/** Access to outside name servers and web servers that is safe for names chosen by strangers. */
export function openNetwork({ resolvers, allowed }: NetworkSettings): Network {
  /** A new one each time: it caches answers, and people change records while they watch the result. */
  const ask = () => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (resolvers) resolver.setServers(resolvers);
    return resolver;
  };
  const names = (answer: Promise<string[]>) =>
    answer.catch((error: NodeJS.ErrnoException) => {
      if (none.has(error.code ?? "")) return [];
      throw error;
    });
  return {
    texts: (name) =>
      names(
        ask()
          .resolveTxt(name)
          .then((records) => records.map((parts) => parts.join(""))),
      ),
    aliases: async (name) =>
      (await names(ask().resolveCname(name))).map((alias) => alias.toLowerCase().replace(/\.$/, "")),
    async get(url) {
      const resolver = ask();
      const found = await Promise.all([names(resolver.resolve4(url.hostname)), names(resolver.resolve6(url.hostname))]);
      const address = found.flat().find((one) => mayConnect(one, allowed));
      if (address === undefined) throw new NotPublic(`${url.hostname} leads to no public address.`);
      const { status, text } = await smallGet(url, address);
      return status === 200 ? text : null;
    },
  };
}
