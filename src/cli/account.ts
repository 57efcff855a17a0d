import { type Account, allAccounts, changeAccount } from "../accounts/accounts.ts";
import { accountUrl } from "../accounts/address.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { createAccountWithOwner } from "../people/owner.ts";
import { shortestPassword } from "../people/people.ts";
import { newPassword } from "./first-account.ts";
import { printLines, printObject } from "./print.ts";

interface CreateOptions {
  name?: string;
  email?: string;
  password?: string;
  plan?: string;
  key?: string;
  token?: string;
  json?: boolean;
}

export async function accountCreate(
  { config, db, vault }: Context,
  handle: string,
  options: CreateOptions,
): Promise<void> {
  if ((options.key === undefined) !== (options.token === undefined)) {
    throw new DomainError("invalid", "Give --key and --token together, or neither.");
  }
  const password = options.password ?? newPassword();
  if (password.length < shortestPassword) {
    throw new DomainError("invalid", `--password must have at least ${shortestPassword} characters.`);
  }
  const passwordHash = await Bun.password.hash(password);
  const { name, email, plan, key: apiKey, token: apiToken } = options;
  const input = { handle, name, email, plan, apiKey, apiToken, passwordHash };
  const created = await db.write(async (tx) => {
    const made = await createAccountWithOwner(tx, vault, input, Date.now());
    if (made.ownerIsNew || options.password === undefined) return made;
    const sentence = `${made.ownerEmail} signs in already, and keeps their password: leave --password out.`;
    throw new DomainError("invalid", sentence);
  });
  printObject(
    {
      handle,
      url: accountUrl(config.url, created.account),
      api_key: created.account.api_key,
      api_token: created.apiToken,
      email: created.account.email,
      // Null when the owner has one already.
      password: created.ownerIsNew ? password : null,
    },
    options,
  );
}

export async function accountList({ config, db }: Context, options: { json?: boolean }): Promise<void> {
  const accounts = (await allAccounts(db.read)).map((account) => describe(account, config.url));
  if (options.json) printObject({ accounts }, options);
  else printLines(accounts.map(({ handle, plan, url, name }) => [handle, plan, url, name].join("\t")));
}

interface SetOptions {
  plan?: string;
  name?: string;
  orderExpirationInHours?: number | "none";
  downloadLimitPerItem?: number | "none";
  customDomain?: string;
  json?: boolean;
}

export async function accountSet({ config, db }: Context, handle: string, options: SetOptions): Promise<void> {
  const { json, ...given } = options;
  const changes = {
    ...given,
    orderExpirationInHours: unlessNone(given.orderExpirationInHours),
    downloadLimitPerItem: unlessNone(given.downloadLimitPerItem),
    customDomain: unlessNone(given.customDomain),
  };
  if (Object.keys(given).length === 0) {
    throw new DomainError("invalid", "Name at least one setting to change; account set --help lists them.");
  }
  const account = await db.write((tx) => changeAccount(tx, config.url, handle, changes));
  printObject(describe(account, config.url), { json });
}

const unlessNone = <T>(value: T | "none" | undefined): T | null | undefined => (value === "none" ? null : value);

function describe(account: Account, service: URL) {
  const { handle, name, email, plan, order_expiration_in_hours, download_limit_per_item, custom_domain } = account;
  const url = accountUrl(service, account);
  return { handle, name, email, plan, order_expiration_in_hours, download_limit_per_item, custom_domain, url };
}
