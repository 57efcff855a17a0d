import type { Finding } from "../../src/operations/doctor/finding.ts";
import { type CommandResult, runCommand } from "./commands.ts";
import type { Installation } from "./sqlite.ts";

/** What `waybill doctor --json` says, and its exit status. */
export interface Report {
  exit: number;
  status: Finding["status"];
  findings: Finding[];
  stderr: string;
}

/** Runs `waybill doctor --json` on an installation, with these settings too. */
export async function examineWith(
  { folder, setting }: Installation,
  changed: Record<string, string> = {},
  ...words: string[]
): Promise<Report> {
  const environment = { WAYBILL_DATA: folder, WAYBILL_DATABASE: setting, ...changed };
  return reportOf(await runCommand(["doctor", "--json", ...words], environment));
}

export const reportOf = ({ status: exit, stdout, stderr }: CommandResult): Report => ({
  exit,
  stderr,
  ...JSON.parse(stdout),
});

export const about = ({ findings }: Report, check: string) => findings.filter((finding) => finding.check === check);

export const problems = ({ findings }: Report) => findings.filter(({ status }) => status === "problem");
