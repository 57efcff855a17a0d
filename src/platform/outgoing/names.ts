import { lookup, Resolver } from "node:dns/promises";

/** Errors that mean "no such record". Any other error means that the name servers gave no answer. */
const none = new Set(["ENOTFOUND", "ENODATA", "NXDOMAIN"]);

/** Questions to name servers. Each throws when the name servers do not answer. */
export interface Names {
  /** Texts of the TXT records; none when the name has none. */
  texts(name: string): Promise<string[]>;
  /** In lower case, without a dot at the end; none when the name has none. */
  aliases(name: string): Promise<string[]>;
  /** IPv4 and IPv6 addresses; none when the name has none. */
  addresses(name: string): Promise<string[]>;
  /** Like `addresses`, with what the system itself knows, such as `/etc/hosts`, unless the settings name the servers. */
  systemAddresses(name: string): Promise<string[]>;
}

/** `resolvers` are name servers as `ADDRESS` or `ADDRESS:PORT`; null for the system's. */
export function openNames(resolvers: string[] | null): Names {
  /** A new one each time: it caches answers, and people change records while they watch the result. */
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
