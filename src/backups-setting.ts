import { resolve } from "node:path";
import { z } from "zod";

/** Backups on schedule (docs/settings.md, `WAYBILL_BACKUPS`). */
export interface BackupsSetting {
  /** Absolute. */
  folder: string;
  /** Milliseconds from one backup to the next. */
  every: number;
  /** How many are kept. */
  keep: number;
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const longest = 366 * units.d;
const mostKept = 10_000;

/** `FOLDER`, `FOLDER;every=6h`, `FOLDER;keep=30;every=1d`. */
const form = /^([^;]+)((?:;(?:every=\d{1,4}[mhd]|keep=\d{1,5}))*)$/;

/** The check of `WAYBILL_BACKUPS`, and what is allowed in words. */
export const backupsSetting = [
  z
    .string()
    .regex(form)
    .refine((value) => !/^[a-z\d]+:\/\//i.test(value))
    .transform((value, context): BackupsSetting => {
      const [, folder = "", options = ""] = form.exec(value) ?? [];
      const pairs = options
        .split(";")
        .filter(Boolean)
        .map((option) => option.split("=") as [string, string]);
      const { every = "24h", keep = "14" } = Object.fromEntries(pairs);
      const setting = { folder: resolve(folder), every: milliseconds(every), keep: Number(keep) };
      const isInRange =
        setting.every >= units.m && setting.every <= longest && setting.keep >= 1 && setting.keep <= mostKept;
      if (isInRange && new Set(pairs.map(([name]) => name)).size === pairs.length) return setting;
      context.addIssue("not a schedule");
      return z.NEVER;
    }),
  `the path of a folder, and ;every=24h;keep=14 with other values: minutes, hours or days (1m to 366d), and a number from 1 to ${mostKept}. Backups cannot be made into an S3 store`,
] as const;

const milliseconds = (text: string) => Number(text.slice(0, -1)) * units[text.slice(-1) as keyof typeof units];
