/** What one check found. */
export interface Finding {
  check: Check;
  /** `problem`: something does not work, or is about to stop. `warning`: it works, and something should be changed. */
  status: "ok" | "warning" | "problem";
  /** The result in one or two sentences. */
  summary: string;
  /** What people should do; null if nothing. */
  advice: string | null;
}

export type Check =
  | "settings"
  | "data folder"
  | "disk space"
  | "database"
  | "secret"
  | "clock"
  | "counts"
  | "files"
  | "store links"
  | "backups"
  | "mail"
  | "sender"
  | "bounces"
  | "connections"
  | "webhooks"
  | "address";

/** Writes the findings of one check. */
export function findingsOf(check: Check) {
  return {
    ok: (summary: string): Finding => ({ check, status: "ok", summary, advice: null }),
    warning: (summary: string, advice: string): Finding => ({ check, status: "warning", summary, advice }),
    problem: (summary: string, advice: string): Finding => ({ check, status: "problem", summary, advice }),
  };
}

/** The text with a capital letter at the beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1.5 GiB` */
export function sizeOf(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const number = bytes / 1024 ** step;
  return `${step === 0 ? number : number.toFixed(number < 10 ? 1 : 0)} ${units[step]}`;
}

/** Shows the progress of a long check. */
export interface Progress {
  /** Replaces the line before it. */
  show(line: string): void;
  /** Clears the line. */
  end(): void;
}
