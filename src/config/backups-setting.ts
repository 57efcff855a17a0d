import { resolve } from "node:path";
import { z } from "zod";
import type { S3Address } from "../platform/s3-address.ts";
import { s3AddressIn } from "./files-setting.ts";

/** Scheduled backups (docs/reference/settings.md, `WAYBILL_BACKUPS`). */
export interface BackupsSetting<Address = S3Address> {
  /** An absolute path, or a part of an S3 store. */
  place: { folder: string } | { s3: Address };
  /** Milliseconds from one backup to the next. */
  every: number;
  /** How many backups to keep. */
  keep: number;
}

/** Without the parts that have their own settings. */
type BareAddress = Omit<S3Address, "credentials">;

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const longest = 366 * units.d;
const mostKept = 10_000;

/** `PLACE`, `PLACE;every=6h`, `PLACE;keep=30;every=1d`. */
const form = /^([^;]+)((?:;(?:every=\d{1,4}[mhd]|keep=\d{1,5}))*)$/;

/** The check of `WAYBILL_BACKUPS`, and the allowed values in words. */
export const backupsSetting = [
  z
    .string()
    .regex(form)
    .transform((value, context): BackupsSetting<BareAddress> => {
      const [, text = "", options = ""] = form.exec(value) ?? [];
      const pairs = options
        .split(";")
        .filter(Boolean)
        .map((option) => option.split("=") as [string, string]);
      const { every = "24h", keep = "14" } = Object.fromEntries(pairs);
      const place = placeIn(text);
      const setting = { every: milliseconds(every), keep: Number(keep) };
      const isInRange =
        setting.every >= units.m && setting.every <= longest && setting.keep >= 1 && setting.keep <= mostKept;
      if (place && isInRange && new Set(pairs.map(([name]) => name)).size === pairs.length) {
        return { place, ...setting };
      }
      context.addIssue("not a schedule");
      return z.NEVER;
    }),
  `the path of a folder, or s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION, and ;every=24h;keep=14 with other values: minutes, hours or days (1m to 366d), and a number from 1 to ${mostKept}`,
] as const;

function placeIn(text: string): BackupsSetting<BareAddress>["place"] | null {
  if (!/^[a-z\d]+:\/\//i.test(text)) return { folder: resolve(text) };
  const s3 = backupsAddressIn(text);
  return s3 && { s3 };
}

/** Reads the address of backups in an S3 store. Null if it is not such an address. */
export function backupsAddressIn(text: string): BareAddress | null {
  const address = s3AddressIn(text);
  return address?.redirects && address.publicEndpoint === null ? { ...address, redirects: false } : null;
}

const milliseconds = (text: string) => Number(text.slice(0, -1)) * units[text.slice(-1) as keyof typeof units];
