import { randomBytes } from "node:crypto";
import { createAccountWithOwner } from "../access/people/owner.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { instantNow } from "../platform/instants.ts";
import { isContained } from "../platform/single-executable.ts";
import { type CreatedAccount, hasAccounts } from "../store/accounts/accounts.ts";
import { lockAccounts } from "../store/accounts/main-account.ts";

/**
 * Creates the account `demo` in an empty database and returns its credentials, which are shown only once. Null if there
 * are accounts already (README.md, Start).
 */
export async function createFirstAccount({
  config,
  db,
  vault,
}: Pick<Context, "config" | "db" | "vault">): Promise<string | null> {
  if (await hasAccounts(db.read)) return null;
  const password = newPassword();
  const passwordHash = await Bun.password.hash(password);
  const created = await db.write(async (tx) => {
    // Another server may be creating it, or may just have created it.
    await lockAccounts(tx);
    if (await hasAccounts(tx)) return null;
    return createAccountWithOwner(tx, vault, { handle: "demo", name: "Demo Store", passwordHash }, instantNow());
  });
  return created && welcome(created, password, config);
}

/** 120 random bits that can be typed. */
export function newPassword(): string {
  return randomBytes(15).toString("base64url");
}

/** How a person starts a command from the folder of the service. */
const command = isContained ? shellWord(process.execPath) : "npx waybill";

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function welcome({ account, apiKey, apiToken }: CreatedAccount, password: string, config: Config): string {
  const { origin } = config.url;
  return `
Waybill is running at ${origin}

The account "demo" was created. Save these credentials, they are not shown again:

  Administration  ${origin}/admin
  Owner's email   ${account.email}
  Password        ${password}
  API key         ${apiKey}
  API token       ${apiToken}

Try it: paste these lines into a second terminal in this folder. They create an item with a file,
order it, show the email and download the file.

${sameSettings()}  STORE=${origin.replace("://", `://${apiKey}:${apiToken}@`)}
  echo 'Hello from Waybill!' > hello.txt
  ${command} item add HELLO --account demo --name 'Hello' --file hello.txt
  curl $STORE/api/orders/create -H 'Content-Type: application/xml' -d '<order><email>ann@example.com</email><order_items type="array"><order_item><sku>HELLO</sku></order_item></order_items></order>'
  ${showEmail(config)}
  curl $STORE$(curl -s $STORE/api/orders/10000001 | grep -o '/get/[^<]*')

`;
}

/** The commands need the settings of the installation, which the second terminal does not have yet. */
function sameSettings(): string {
  const names = Object.keys(process.env).filter((name) => /^WAYBILL_/.test(name) && process.env[name] !== "");
  return names.length === 0
    ? ""
    : `  # First set here what this service was started with: ${names.toSorted().join(", ")}.\n`;
}

function showEmail(config: Config): string {
  return config.smtp ? "# The email is on its way to ann@example.com." : `${command} mailbox show`;
}
