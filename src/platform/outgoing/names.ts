import { lookup, Resolver } from "node:dns/promises";

/** Errors that mean "no such record". Others mean that the name servers did not answer. */
const none = new Set(["ENOTFOUND", "ENODATA", "NXDOMAIN"]);

/** DNS queries. Each throws if the name servers do not answer. */
export interface Names {
  /** Texts of TXT records; empty if there are none. */
  texts(name: string): Promise<string[]>;
  /** In lowercase, without a final dot; empty if there are none. */
  aliases(name: string): Promise<string[]>;
  /** IPv4 and IPv6 addresses; empty if there are none. */
  addresses(name: string): Promise<string[]>;
  /** Like `addresses`, including what the system knows, such as from `/etc/hosts`, unless the settings name the servers. */
  systemAddresses(name: string): Promise<string[]>;
}

/** `resolvers` are name servers as `ADDRESS` or `ADDRESS:PORT`; null for the system's. */
export function openNames(resolvers: string[] | null): Names {
  /** A new resolver each time: it caches answers, and people watch the result while they change records. */
  const ask = () => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (resolvers) resolver.setServers(resolvers);
    return resolver;
  };
  const addresses = async (name: string) => {
    const resolver = ask();
    const found = await Promise.all([noneIfUnknown(resolver.resolve4(name)), noneIfUnknown(resolver.resolve6(name))]);
    return found.flat();
  };
  return {
    texts: (name) =>
      noneIfUnknown(
        ask()
          .resolveTxt(name)
          .then((records) => records.map((parts) => parts.join(""))),
      ),
    aliases: async (name) =>
      (await noneIfUnknown(ask().resolveCname(name))).map((alias) => alias.toLowerCase().replace(/\.$/, "")),
    addresses,
    systemAddresses: resolvers
      ? addresses
      : (name) => noneIfUnknown(lookup(name, { all: true }).then((found) => found.map(({ address }) => address))),
  };
}

const noneIfUnknown = (answer: Promise<string[]>) =>
  answer.catch((error: NodeJS.ErrnoException) => {
    if (none.has(error.code ?? "")) return [];
    throw error;
  });
