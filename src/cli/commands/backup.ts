import { lstat, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { backUpToFile, backUpToStream } from "../../data/backup/back-up-to-file.ts";
import type { Manifest } from "../../data/backup/manifest.ts";
import { DomainError } from "../../platform/errors.ts";
import { endTidily } from "../end-tidily.ts";
import { installationOf } from "../installation.ts";
import { writeToOutput } from "../output.ts";
import { printObject } from "../print.ts";

/**
 * Writes a backup to a file, or for `-` to standard output, while the server runs. Exit status 1 if it left out files
 * that the installation cannot read.
 */
export async function backup(context: Context, path: string, options: { json?: boolean }): Promise<void> {
  endTidily();
  const { config } = context;
  const installation = await installationOf(context);
  if (path === "-") {
    if (process.stdout.isTTY) throw new DomainError("invalid", "Standard output is a terminal. Send it to a file.");
    reportUnreadable(await backUpToStream(installation, writeToOutput, config.data));
    return;
  }
  if (path.startsWith("s3://")) {
    throw new DomainError("invalid", "This command writes to a file. For backups in an S3 store, set WAYBILL_BACKUPS.");
  }
  const file = await targetOf(path);
  const manifest = await backUpToFile(installation, file);
  printObject({ path: file, bytes: (await stat(file)).size, ...summaryOf(manifest) }, options);
  reportUnreadable(manifest);
}

/** A summary of a backup's content in numbers. */
export function summaryOf({ created_at, rows, messages, unreadable }: Manifest) {
  const { accounts = 0, orders = 0, downloads = 0 } = rows;
  return { created_at, accounts, orders, downloads, messages: messages.count, unreadable_files: unreadable.length };
}

function reportUnreadable({ unreadable }: Manifest): void {
  if (unreadable.length === 0) return;
  const lines = unreadable.map(({ description, reason }) => `${description}: ${reason}\n`).join("");
  const next = "The backup is complete but for these. `waybill doctor` says what to do about them.";
  process.stderr.write(`${lines}${next}\n`);
  process.exitCode = 1;
}

/** The file to write; follows a symbolic link. Throws `invalid` if it cannot be written, or is a device. */
async function targetOf(path: string): Promise<string> {
  const file = await realpath(path).catch(() => resolve(path));
  const folder = dirname(file);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new DomainError("invalid", `There is no folder ${folder}.`);
  const existing = await lstat(file).catch(() => null);
  if (existing?.isDirectory()) throw new DomainError("invalid", `${path} is a folder. Name a file for the backup.`);
  if (existing && !existing.isFile()) {
    throw new DomainError(
      "invalid",
      `${path} is not a file. Write the backup to a file, or to standard output with -.`,
    );
  }
  return file;
}
