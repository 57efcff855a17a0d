import ipaddr from "ipaddr.js";
import type { Context } from "../../context.ts";
import { type Comparison, comparedThings } from "../../data/moving/comparison.ts";
import { moveAccount } from "../../data/moving/move-account.ts";
import { readOldAddress, wrongOldAddress } from "../../data/moving/old-values.ts";
import { DomainError } from "../../platform/errors.ts";
import { openNames } from "../../platform/outgoing/names.ts";
import { openStreams } from "../../platform/outgoing/stream.ts";
import { printLines } from "../print.ts";
import { ProgressBar } from "../progress-bar.ts";
import { recordCommand } from "../record-command.ts";

export interface ImportFetchappOptions {
  account: string;
  from: string;
  key: string;
  token: string;
  dryRun?: boolean;
  json?: boolean;
}

/** People who run commands on the machine may reach all of its networks. */
const everywhere = [ipaddr.parseCIDR("0.0.0.0/0"), ipaddr.parseCIDR("::/0")];

/** Most differences to print without `--json`. */
const mostPrinted = 50;

/** Moves an account from another service through its unversioned interface, and prints a comparison. */
export async function importFetchapp(context: Context, options: ImportFetchappOptions): Promise<void> {
  const { db, files, config } = context;
  const bar = new ProgressBar();
  const { systemAddresses } = openNames(config.resolvers);
  const access = { from: addressOf(options.from), key: options.key, token: options.token };
  const dryRun = options.dryRun ?? false;
  try {
    const comparison = await moveAccount(
      {
        db,
        files,
        stream: openStreams({ addresses: systemAddresses, allowed: everywhere }),
        tell: (sentence) => void process.stderr.write(`${sentence}\n`),
        progress: (what, done, total, unit) => bar.show(what, { done, total, unit }),
        noteSettings: (tx, accountId, fields) =>
          recordCommand(tx, accountId, { kind: "account.changed", subject: null, fields }),
      },
      options.account,
      access,
      { dryRun },
    );
    bar.end();
    print(comparison, access.from.host, { dryRun, json: options.json ?? false });
  } finally {
    bar.end();
  }
}

function addressOf(text: string): URL {
  const url = readOldAddress(text);
  if (url === null) throw new DomainError("invalid", `--from ${wrongOldAddress}.`);
  return url;
}

function print(comparison: Comparison, host: string, { dryRun, json }: { dryRun: boolean; json: boolean }): void {
  const { there, here, made, matches, differing, differences, differenceCount, notes } = comparison.report;
  if (json) {
    const counts = { there, here, made, matches, differing };
    const report = { dry_run: dryRun, ...counts, difference_count: differenceCount, differences, notes };
    process.stdout.write(`${JSON.stringify(report)}\n`);
    return;
  }
  const rows = comparedThings.map((thing) => [thing.replaceAll("_", " "), String(there[thing]), String(here[thing])]);
  const table = [["", host, "here"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const [first = 0, second = 0, third = 0] = widths;
  const lines = table.map(
    ([name = "", old = "", now = ""]) => `${name.padEnd(first)}  ${old.padStart(second)}  ${now.padStart(third)}`,
  );
  const more = differenceCount - mostPrinted;
  printLines([
    ...lines,
    ...notes,
    ...differences.slice(0, mostPrinted).map(({ what, id, reason }) => `${what} ${id}: ${reason}.`),
    ...(more > 0 ? [`and ${more} more; --json lists up to 1,000 of each kind`] : []),
    dryRun ? "Nothing was changed." : matches ? "Everything is here." : "Look at what differs above.",
  ]);
}
