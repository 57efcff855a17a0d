import {
  askTexts,
  inspectDatabase,
  openBackupPlace,
  openBounceMailbox,
  probeSmtp,
  readFiles,
  readSigner,
} from "../../context.ts";
import { examine } from "../../operations/doctor/examine.ts";
import type { Finding, Progress } from "../../operations/doctor/finding.ts";
import { printLines, printObject } from "../print.ts";

/** Widths of the columns for status and check. */
const statusWidth = "problem".length;
const checkWidth = "data folder".length;

interface Options {
  quick?: boolean;
  /** As for `serve`. */
  processes?: number;
  json?: boolean;
}

/** Examines the whole installation and prints what it finds. Exit status 1 if there is a problem. */
export async function doctor({ quick = false, processes = 1, json = false }: Options): Promise<void> {
  const findings: Finding[] = [];
  const instruments = {
    inspectDatabase,
    readFiles,
    openBackupPlace,
    probeSmtp,
    readSigner,
    askTexts,
    openBounceMailbox,
  };
  for await (const finding of examine({
    environment: process.env,
    instruments,
    quick,
    processes,
    progress: progress(),
  })) {
    findings.push(finding);
    if (!json) printLines(linesOf(finding));
  }
  const has = (status: Finding["status"]) => findings.some((finding) => finding.status === status);
  const status = has("problem") ? "problem" : has("warning") ? "warning" : "ok";
  if (json) printObject({ status, findings }, { json });
  // Does not exit at once: output may still be on its way.
  if (status === "problem") process.exitCode = 1;
}

function linesOf({ status, check, summary, advice }: Finding): string[] {
  const lines = [`${status.padEnd(statusWidth)}  ${check.padEnd(checkWidth)}  ${summary}`];
  if (advice !== null) lines.push(`${" ".repeat(statusWidth + checkWidth + 4)}${advice}`);
  return lines;
}

/** Milliseconds between two updates of the line. */
const pause = 100;

/** One line on standard error, if that is a terminal. */
function progress(): Progress {
  if (!process.stderr.isTTY) return { show() {}, end() {} };
  let shownAt = 0;
  return {
    show(line) {
      if (performance.now() - shownAt < pause) return;
      shownAt = performance.now();
      process.stderr.write(`\r\x1b[K${line}`);
    },
    end: () => void process.stderr.write("\r\x1b[K"),
  };
}
