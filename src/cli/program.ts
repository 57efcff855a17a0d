import { Command, Option } from "commander";
import { version } from "../../package.json";
import { type Config, readConfig } from "../config/config.ts";
import { type Context, type OpeningOptions, openContext } from "../context.ts";
import { namingFullDisk } from "../platform/full-disk.ts";
import { plans } from "../store/accounts/plans.ts";
import { argumentError, emailNumber, numberFor, numberOrNoneFor, postgresAddress, processCount } from "./arguments.ts";
import { accountCreate, accountList, accountRename, accountSet } from "./commands/account.ts";
import type { ImportFetchappOptions } from "./commands/import-fetchapp.ts";
import { itemAdd } from "./commands/item.ts";
import { keysImport } from "./commands/keys.ts";
import { longestWait, mailboxList, mailboxShow } from "./commands/mailbox.ts";

/** For commands that can create an installation. */
const mayCreate = { mustExist: false };

/** For commands that change nothing in the installation. */
const forReading = { mustExist: true, mayBeMoved: true };

/** The command line with all its commands, ready to parse words. */
export function createProgram(): Command {
  const program = new Command("waybill")
    .description(
      "Digital delivery for stores. Settings are WAYBILL_… environment variables; see docs/reference/settings.md, or /docs/reference/settings of a running server.",
    )
    .version(version, "--version", "print the version")
    .showHelpAfterError("Run with --help to see all commands and options.")
    .configureOutput({ outputError: (text, write) => write(argumentError(text)) });

  program
    .command("serve")
    .description("start the server")
    .option(
      "--processes <number|cores>",
      "number of processes that share the port; only with PostgreSQL and on Linux",
      processCount,
      1,
    )
    .addOption(new Option("--server-process").hideHelp())
    .action(serve);

  const planNames = Object.keys(plans).join(", ");
  const account = program.command("account").description("create, list and change accounts");
  account
    .command("create <handle>")
    .description("create an account and its owner; the account's host name is HANDLE.service-domain")
    .option("--name <name>", "store name that customers see (default: the handle)")
    .option("--email <email>", "email address of the owner; also receives customers' replies")
    .option("--password <password>", "password of the owner (default: generated)")
    .option("--plan <plan>", `${planNames} (default: ${plans.unlimited.name})`)
    .option("--key <key>", "API key; requires --token (default: generated)")
    .option("--token <token>", "API token; requires --key (default: generated)")
    .option("--json", "print one JSON object")
    .action(withContext(accountCreate, mayCreate));
  account
    .command("list")
    .description("list all accounts")
    .option("--json", "print one JSON object")
    .action(withContext(accountList, forReading));
  account
    .command("set <handle>")
    .description("change an account's settings")
    .option("--plan <plan>", planNames)
    .option("--name <name>", "store name that customers see")
    .option(
      "--order-expiration-in-hours <hours|none>",
      "hours until the links of a new order expire",
      numberOrNoneFor("--order-expiration-in-hours"),
    )
    .option(
      "--download-limit-per-item <number|none>",
      "downloads per file for new orders",
      numberOrNoneFor("--download-limit-per-item"),
    )
    .option("--custom-domain <host|none>", "custom host name of the store")
    .option("--main", "make it the account that the service's own address names")
    .option("--yes", "with --main: even if links of the current main account stop working")
    .option("--json", "print one JSON object")
    .action(withContext(accountSet));
  account
    .command("rename <handle> <new-handle>")
    .description("give an account another handle; links with the old one keep working")
    .option("--json", "print one JSON object")
    .action(withContext(accountRename));

  account
    .command("remove <handle>")
    .description("delete an account and everything in it, permanently; works while the server runs")
    .option("--yes", "do not ask for the handle again")
    .option("--json", "print one JSON object")
    .action(
      withContext(async (context: Context, handle: string, options: { yes?: boolean; json?: boolean }) =>
        (await import("./commands/remove-account.ts")).removeAccount(context, handle, options),
      ),
    );

  const item = program.command("item").description("add items");
  item
    .command("add <sku>")
    .description("create an item and store its files")
    .requiredOption("--account <handle>", "account that sells the item")
    .requiredOption("--name <name>", "item name that customers see")
    .option("--file <path>", "a file of the item; repeat for several files", collect, [])
    .option("--json", "print one JSON object")
    .action(withContext(itemAdd));

  const keys = program.command("keys").description("manage license keys");
  keys
    .command("import <sku> <file>")
    .description(
      "add license keys from a file with one key per line, or - for standard input; waiting orders get theirs",
    )
    .requiredOption("--account <handle>", "account that sells the item")
    .addOption(
      new Option(
        "--earlier-orders <choice>",
        "with the first keys: give them to earlier orders too, with emails, or skip those",
      ).choices(["give", "skip"]),
    )
    .option("--json", "print one JSON object")
    .action(withContext(keysImport));

  const order = program.command("order").description("look at orders and send their emails again");
  order
    .command("show <id>")
    .description("show an order as v3 shows it")
    .requiredOption("--account <handle>", "account of the order")
    .option("--json", "print one JSON object")
    .action(
      withContext(
        async (context: Context, id: string, options: { account: string; json?: boolean }) =>
          (await import("./commands/order.ts")).orderShow(context, id, options),
        forReading,
      ),
    );
  order
    .command("resend <id>")
    .description("queue the delivery email of an order again, which the running server sends")
    .requiredOption("--account <handle>", "account of the order")
    .option("--json", "print one JSON object")
    .action(
      withContext(async (context: Context, id: string, options: { account: string; json?: boolean }) =>
        (await import("./commands/order.ts")).orderResend(context, id, options),
      ),
    );

  program
    .command("import")
    .description("bring an account over from another service")
    .command("fetchapp")
    .description(
      "read an account through the unversioned interface: products, files, orders and downloads; no email is sent",
    )
    .requiredOption("--account <handle>", "account here that everything goes to")
    .requiredOption("--from <address>", "address of the account there, such as https://ann.example.com")
    .requiredOption("--key <key>", "API key there")
    .requiredOption("--token <token>", "API token there")
    .option("--dry-run", "read and compare, and change nothing")
    .option("--json", "print one JSON object")
    .action(
      withContext(async (context: Context, options: ImportFetchappOptions) =>
        (await import("./commands/import-fetchapp.ts")).importFetchapp(context, options),
      ),
    );

  const mailbox = program.command("mailbox").description("read emails that were kept because no mail server is set up");
  mailbox
    .command("list")
    .description("list the latest emails: ID, time, account, kind, recipient and subject")
    .option("--limit <number>", "maximum number of emails", numberFor("--limit"), 50)
    .option("--json", "print one JSON object")
    .action(withContext(mailboxList, forReading));
  mailbox
    .command("show")
    .description(
      `show one email, by default the latest; if that is still queued, waits up to ${longestWait / 1000} seconds`,
    )
    .argument("[id]", "ID of the email, as in the list", emailNumber)
    .option("--json", "print one JSON object")
    .action(withContext(mailboxShow, forReading));

  program
    .command("backup")
    .description("write a backup of everything to one file, or - for standard output, while the server runs")
    .argument("<path>", "the file, which is replaced if it exists")
    .option("--json", "print one JSON object")
    .action(
      withContext(
        async (context: Context, path: string, options: { json?: boolean }) =>
          (await import("./commands/backup.ts")).backup(context, path, options),
        forReading,
      ),
    );
  program
    .command("restore")
    .description("make a backup the installation that the settings name; there must be none yet")
    .argument("<path>", "the backup: a file, one of a folder of backups, or one of an S3 store (s3://…)")
    .option("--json", "print one JSON object")
    .action(
      withConfig(async (config: Config, path: string, options: { json?: boolean }) =>
        (await import("./commands/restore.ts")).restore(config, path, options),
      ),
    );

  program
    .command("migrate-database")
    .description(
      "move the installation from SQLite to an empty PostgreSQL database, and check every row; stop the server first",
    )
    .option("--to <address>", "postgres://USER:PASSWORD@HOST/DATABASE", postgresAddress)
    .option("--files <place>", "also move the files there, such as s3://BUCKET/PREFIX (as WAYBILL_FILES)")
    .option("--undo", "let the SQLite database be used again after a move, without what has happened since")
    .option("--json", "print one JSON object")
    .action(
      withContext(
        async (context: Context, options: { to?: string; files?: string; undo?: boolean; json?: boolean }) =>
          (await import("./commands/migrate-database.ts")).migrateDatabase(context, options),
        { ...forReading, isMover: true },
      ),
    );

  program
    .command("partition-downloads")
    .description("divide the table of downloads in PostgreSQL into parts, while the server runs")
    .option("--json", "print one JSON object")
    .action(
      withContext(async (context: Context, options: { json?: boolean }) =>
        (await import("./commands/partition-downloads.ts")).partitionDownloads(context, options),
      ),
    );

  program
    .command("replace-lost-secret")
    .description("when the secret is lost for good: give up what was encrypted with it, so that servers start again")
    .option("--yes", "do it; without this, the command only says what would be lost")
    .option("--json", "print one JSON object")
    .action(
      withConfig(async (config: Config, options: { yes?: boolean; json?: boolean }) =>
        (await import("./commands/replace-lost-secret.ts")).replaceLostSecret(config, options),
      ),
    );

  program
    .command("doctor")
    .description(
      "check settings, database, files, mail, clock, disk space and address; say what is wrong and what to do",
    )
    .option("--quick", "do not read the content of the stored files")
    .option("--processes <number|cores>", "number of processes with which the server is started", processCount, 1)
    .option("--json", "print one JSON object")
    .action(async (options) => (await import("./commands/doctor.ts")).doctor(options));

  return program;
}

/** Imports the server's modules here, so that other commands start faster. */
async function serve({ processes, serverProcess }: { processes: number; serverProcess?: boolean }): Promise<void> {
  if (processes > 1) {
    const { serveInProcesses } = await import("./processes.ts");
    return serveInProcesses(readConfig(process.env), processes);
  }
  const joined = serverProcess ? (await import("./server-process.ts")).joinProcesses() : null;
  const command = async (context: Context) =>
    (await import("./commands/serve.ts")).serve(context, { serverProcess: joined });
  return withContext(command, mayCreate)();
}

/**
 * Opens the context for one command and closes it afterwards. Most commands fail without an installation: a new, empty
 * one would hide a wrong WAYBILL_DATA.
 */
function withContext<Arguments extends unknown[]>(
  command: (context: Context, ...rest: Arguments) => Promise<void>,
  opening: OpeningOptions = { mustExist: true },
) {
  return withConfig(async (config, ...rest: Arguments) => {
    const context = await openContext(config, opening);
    try {
      await command(context, ...rest);
    } finally {
      await context.close();
    }
  });
}

/** Reads the settings for a command that writes into the data folder. Says so if its disk is full. */
function withConfig<Arguments extends unknown[]>(command: (config: Config, ...rest: Arguments) => Promise<void>) {
  return async (...rest: Arguments) => {
    const config = readConfig(process.env);
    await namingFullDisk(config.data, () => command(config, ...rest));
  };
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}
