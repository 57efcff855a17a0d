#!/usr/bin/env bun
import { Command, InvalidArgumentError } from "commander";
import { accountCreate, accountList, accountSet } from "./cli/account.ts";
import { itemAdd } from "./cli/item.ts";
import { serve } from "./cli/serve.ts";
import { ConfigError, readConfig } from "./config.ts";
import { type Context, openContext } from "./context.ts";
import { DomainError } from "./errors.ts";

const program = new Command("waybill")
  .description("Digital delivery for stores. Settings are WAYBILL_… variables; see docs/settings.md.")
  .showHelpAfterError("Run with --help for what is allowed.");

program
  .command("serve")
  .description("serve the store's deliveries")
  .action(() => serve(readConfig(process.env)));

const account = program.command("account").description("make and change accounts");
account
  .command("create <handle>")
  .description("create an account and its owner")
  .option("--name <name>", "the store's name")
  .option("--email <email>", "the owner's email")
  .option("--password <password>", "the owner's password")
  .option("--plan <plan>", "free, standard or unlimited")
  .option("--key <key>", "API key, with --token")
  .option("--token <token>", "API token, with --key")
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
  .option("--plan <plan>", "free, standard or unlimited")
  .option("--name <name>", "the store's name")
  .option("--order-expiration-in-hours <N|none>", "how long links live", numberOrNone)
  .option("--download-limit-per-item <N|none>", "downloads of each file", numberOrNone)
  .option("--custom-domain <host|none>", "the account's own domain", (text) => (text === "none" ? null : text))
  .option("--json", "print one JSON object")
  .action(withContext(accountSet));

const item = program.command("item").description("make items");
item
  .command("add <sku>")
  .description("create an item and store its files")
  .requiredOption("--account <handle>", "the account that sells it")
  .requiredOption("--name <name>", "the item's name")
  .option("--file <path>", "a file of the item; may be given several times", collect, [])
  .option("--json", "print one JSON object")
  .action(withContext(itemAdd));

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

function numberOrNone(text: string): number | null {
  if (text === "none") return null;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be none or a whole number.");
  return Number(text);
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

try {
  await program.parseAsync();
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof DomainError;
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
