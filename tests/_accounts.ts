import type { Credentials, Service } from "./_service.ts";

/** An account beside `demo`, with the host that names it. */
export interface TestAccount {
  handle: string;
  host: string;
  credentials: Credentials;
}

/** Makes an account through the command line; `words` are further options of `account create`. */
export async function createAccount(service: Service, handle: string, ...words: string[]): Promise<TestAccount> {
  const made = await service.run("account", "create", handle, ...words, "--json");
  if (made.status !== 0) throw new Error(made.stderr);
  const { api_key: key, api_token: token } = JSON.parse(made.stdout);
  return { handle, host: `${handle}.localhost:${service.port}`, credentials: { key, token } };
}

/** Changes an account through the command line; `words` are options of `account set`. */
export async function setAccount(service: Service, handle: string, ...words: string[]): Promise<void> {
  const changed = await service.run("account", "set", handle, ...words);
  if (changed.status !== 0) throw new Error(changed.stderr);
}
