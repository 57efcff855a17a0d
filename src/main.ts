#!/usr/bin/env bun
import { Command, InvalidArgumentError } from "commander";
import { plans } from "./accounts/plans.ts";
import { accountCreate, accountList, accountSet } from "./cli/account.ts";
import { itemAdd } from "./cli/item.ts";
import { keysImport } from "./cli/keys.ts";
import { longestWait, mailboxList, mailboxShow } from "./cli/mailbox.ts";
import { ConfigError, readConfig } from "./config.ts";
import { type Context, openContext } from "./context.ts";
import { DomainError } from "./errors.ts";

// The data folder holds links, addresses and keys: what is made there is for this user alone.
process.umask(0o077);

const program = new Command("waybill")
  .description("Digital delivery for stores. Settings are WAYBILL_… variables; see docs/settings.md.")
  .showHelpAfterError("Run with --help for what is allowed.");

program
  .command("serve")
  .description("serve the store's deliveries")
  // The other commands are quicker without everything that serves.
  .action(withContext(async (context: Context) => (await import("./cli/serve.ts")).serve(context)));

const planNames = Object.keys(plans).join(", ");
const account = program.command("account").description("make, list and change accounts");
account
  .command("create <handle>")
  .description("make an account and its owner; the handle becomes its host name, HANDLE.service-domain")
  .option("--name <name>", "the store's name, which customers see (default: the handle)")
  .option("--email <email>", "the owner's email, to which customers' answers go")
  .option("--password <password>", "the owner's password (default: generated)")
  .option("--plan <plan>", `${planNames} (default: ${plans.unlimited.name})`)
  .option("--key <key>", "the API key, with --token (default: generated)")
  .option("--token <token>", "the API token, with --key (default: generated)")
  .option("--json", "print one JSON object")
  .action(withContext(accountCreate));
account
  .command("list")
  .description("list the accounts")
  .option("--json", "print one JSON object")
  .action(withContext(accountList));
account
  .command("set <handle>")
  .description("change an account's settings")
  .option("--plan <plan>", planNames)
  .option("--name <name>", "the store's name, which customers see")
  .option("--order-expiration-in-hours <hours|none>", "how long the links of new orders work", numberOrNone)
  .option("--download-limit-per-item <number|none>", "how often each file of a new order can be had", numberOrNone)
  .option("--custom-domain <host|none>", "a host name of the account's own")
  .option("--json", "print one JSON object")
  .action(withContext(accountSet));

const item = program.command("item").description("make items");
item
  .command("add <sku>")
  .description("make an item and store its files")
  .requiredOption("--account <handle>", "the account that sells it")
  .requiredOption("--name <name>", "the item's name, which customers see")
  .option("--file <path>", "a file of the item; can be given several times", collect, [])
  .option("--json", "print one JSON object")
  .action(withContext(itemAdd));

const keys = program.command("keys").description("fill pools of license keys");
keys
  .command("import <sku> <file>")
  .description("add the license keys in a file, one a line, or - for standard input; waiting orders get theirs")
  .requiredOption("--account <handle>", "the account that sells the item")
  .option("--json", "print one JSON object")
  .action(withContext(keysImport));

const mailbox = program.command("mailbox").description("read the emails kept in place of a mail server");
mailbox
  .command("list")
  .description("list the newest emails: number, time, account, kind, recipient and subject")
  .option("--limit <number>", "how many at most", rowNumber, 50)
  .option("--json", "print one JSON object")
  .action(withContext(mailboxList));
mailbox
  .command("show")
  .description(`show one email, by default the newest; waits up to ${longestWait / 1000} seconds while that is queued`)
  .argument("[id]", "the email's number, as in the list", rowNumber)
  .option("--json", "print one JSON object")
  .action(withContext(mailboxShow));

/** Opens the context for one command and closes it after it. */
function withContext<Arguments extends unknown[]>(command: (context: Context, ...rest: Arguments) => Promise<void>) {
  return async (...rest: Arguments) => {
    const context = await openContext(readConfig(process.env));
    try {
      await command(context, ...rest);
    } finally {
      await context.close();
    }
  };
}

/** Not null for none, which commander takes for an option that was not given. */
function numberOrNone(text: string): number | "none" {
  if (text === "none") return text;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be none or a whole number.");
  return Number(text);
}

function rowNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1 up.");
  return Number(text);
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

try {
  await program.parseAsync();
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof DomainError;
  const words = expected ? error.message : error instanceof Error ? error.stack : error;
  // Not before the words are written; and without waiting for what a failed start has left open.
  process.stderr.write(`${words}\n`, () => process.exit(1));
}
