import { createAccountWithOwner } from "../../access/people/owner.ts";
import { shortestPassword } from "../../access/people/people.ts";
import type { Context } from "../../context.ts";
import { hasLicenseSecrets } from "../../delivery/licenses/secrets.ts";
import type { Reader } from "../../platform/database/database.ts";
import { canonicalDomain } from "../../platform/email-address.ts";
import { DomainError } from "../../platform/errors.ts";
import { instantNow } from "../../platform/instants.ts";
import { type Account, allAccounts, changeAccount, requireAccount } from "../../store/accounts/accounts.ts";
import { accountUrl, isLiteralAddress, isLoopbackName, serviceHostname } from "../../store/accounts/address.ts";
import { claimOf, domainStateOf } from "../../store/accounts/domain-claims.ts";
import { proofRecords } from "../../store/accounts/domain-proof.ts";
import { renameAccount } from "../../store/accounts/former-handles.ts";
import { newPassword } from "../first-account.ts";
import { printLines, printObject } from "../print.ts";
import { recordCommand } from "../record-command.ts";

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
    throw new DomainError("invalid", "Use --key and --token together, or neither.");
  }
  const password = options.password ?? newPassword();
  if (password.length < shortestPassword) {
    throw new DomainError("invalid", `--password must have at least ${shortestPassword} characters.`);
  }
  const passwordHash = await Bun.password.hash(password);
  const { name, email, plan, key: apiKey, token: apiToken } = options;
  const input = { handle, name, email: email?.trim(), plan, apiKey, apiToken, passwordHash };
  const created = await db.write(async (tx) => {
    const made = await createAccountWithOwner(tx, vault, input, instantNow());
    if (made.ownerIsNew || options.password === undefined) return made;
    const sentence = `${made.ownerEmail} already has a password and keeps it. Leave out --password.`;
    throw new DomainError("invalid", sentence);
  });
  const names = namesToSetUp(config.url, created.account);
  if (names) process.stderr.write(`${names}\n`);
  printObject(
    {
      handle,
      url: accountUrl(config.url, created.account),
      api_key: created.apiKey,
      api_token: created.apiToken,
      email: created.account.email,
      // Null if the owner already has one.
      password: created.ownerIsNew ? password : null,
    },
    options,
  );
}

/** Which names in DNS and on the certificate another account needs; null if it needs none. */
function namesToSetUp(service: URL, account: Account): string | null {
  const { hostname } = service;
  if (account.isMain || isLoopbackName(hostname)) return null;
  if (isLiteralAddress(hostname)) {
    return `${hostname} names the main account only. Give this one a custom domain (waybill account set ${account.handle} --custom-domain HOST), or set WAYBILL_URL to a host name.`;
  }
  const certificate = service.protocol === "https:" ? " and of the certificate" : "";
  return `Its address is ${accountUrl(service, account)}. *.${hostname} must be a name in DNS${certificate}, or give it a custom domain (docs/operate/run.md, Host names).`;
}

export async function accountList({ config, db }: Context, options: { json?: boolean }): Promise<void> {
  const all = await allAccounts(db.read);
  const accounts = await Promise.all(all.map((account) => describe(db.read, account, config.url)));
  if (options.json) printObject({ accounts }, options);
  else printLines(accounts.map(({ handle, plan, url, name }) => [handle, plan, url, name].join("\t")));
}

interface SetOptions {
  main?: true;
  plan?: string;
  name?: string;
  orderExpirationInHours?: number | "none";
  downloadLimitPerItem?: number | "none";
  customDomain?: string;
  yes?: boolean;
  json?: boolean;
}

/** Throws like `changeAccount`, and `invalid` if links of the main account would stop working and nobody agreed. */
export async function accountSet({ config, db }: Context, handle: string, options: SetOptions): Promise<void> {
  const { json, yes = false, ...given } = options;
  const changes = {
    ...given,
    orderExpirationInHours: unlessNone(given.orderExpirationInHours),
    downloadLimitPerItem: unlessNone(given.downloadLimitPerItem),
    customDomain: domainOrNone(given.customDomain),
  };
  if (Object.keys(given).length === 0) {
    throw new DomainError("invalid", "Name at least one setting to change. account set --help lists them.");
  }
  if (given.main) await sayWhatEnds(db.read, config.url, handle, yes);
  const account = await db.write(async (tx) => {
    const changed = await changeAccount(tx, config.url, handle, changes, instantNow());
    await recordCommand(tx, changed.id, {
      kind: "account.changed",
      subject: null,
      fields: Object.keys(given).map(snakeCase),
    });
    return changed;
  });
  printObject(await describe(db.read, account, config.url), { json });
}

/**
 * Prints what stops working for the main account when the one with this handle replaces it. Throws `invalid` if links
 * would, unless `yes`.
 */
async function sayWhatEnds(reader: Reader, service: URL, handle: string, yes: boolean): Promise<void> {
  const { hostname } = service;
  const next = await requireAccount(reader, handle);
  const before = (await allAccounts(reader)).find(({ isMain }) => isMain);
  if (!before || before.id === next.id) return;
  if (isLiteralAddress(hostname) && before.customDomain === null) {
    const ends = `The links of ${before.handle} use ${hostname}, which names only the main account: all of them will stop working.`;
    const advice = `First give it a custom domain (waybill account set ${before.handle} --custom-domain HOST), or set WAYBILL_URL to a host name. Or use --yes.`;
    if (!yes) throw new DomainError("invalid", `${ends} Nothing was changed. ${advice}`);
    process.stderr.write(`${ends}\n`);
  }
  if (isLiteralAddress(hostname)) return;
  const target = serviceHostname(service, { ...before, isMain: false });
  if (await hasLicenseSecrets(reader, before.id)) {
    process.stderr.write(
      `Programs that ask about ${before.handle}'s licenses at ${hostname} get the answers of ${handle} from now on. Point them to ${target}.\n`,
    );
  }
  const claim = await claimOf(reader, before.id);
  if (!claim) return;
  const { name, value } = proofRecords(service, before, claim).txt;
  process.stderr.write(
    `A CNAME record to ${hostname} no longer proves that ${claim.domain} is ${before.handle}'s. Point it to ${target}, or add the record ${name} TXT ${value}.\n`,
  );
}

export async function accountRename({ config, db }: Context, handle: string, to: string, options: { json?: boolean }) {
  await db.write(async (tx) => {
    const account = await requireAccount(tx, handle);
    await renameAccount(tx, account, to);
    await recordCommand(tx, account.id, { kind: "account.changed", subject: null, fields: ["handle"] });
  });
  printObject(await describe(db.read, await requireAccount(db.read, to), config.url), options);
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const unlessNone = <T>(value: T | "none" | undefined): T | null | undefined => (value === "none" ? null : value);

const domainOrNone = (domain: string | undefined) =>
  domain === undefined || domain === "none" ? unlessNone(domain) : canonicalDomain(domain);

async function describe(reader: Reader, account: Account, service: URL) {
  const { handle, name, email, plan } = account;
  const url = accountUrl(service, account);
  const claim = await claimOf(reader, account.id);
  const domain = claim && {
    custom_domain_state: domainStateOf(claim, instantNow()),
    custom_domain_txt_record: Object.values(proofRecords(service, account, claim).txt).join(" "),
  };
  const settings = {
    main: account.isMain,
    order_expiration_in_hours: account.orderExpirationInHours,
    download_limit_per_item: account.downloadLimitPerItem,
  };
  return { handle, name, email, plan, ...settings, custom_domain: claim?.domain ?? null, ...domain, url };
}
