import { z } from "zod";
import type { SettingProblem } from "./s3-credentials.ts";

/** How emails are signed (docs/reference/settings.md, `WAYBILL_DKIM_KEY`). */
export interface DkimSetting {
  /** The key in PEM, or the path of a file with it. */
  key: { pem: string } | { path: string };
  /** The domain that signs, in lower case. */
  domain: string;
  /** The name of the key below `_domainkey` in that domain. */
  selector: string;
}

const label = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";
const names = new RegExp(`^${label}(\\.${label})*$`, "i");
const domains = new RegExp(`^(${label}\\.)+${label}$`, "i");

const lowerCase = (value: string) => value.toLowerCase();

/** The checks of `WAYBILL_DKIM_…`, and the allowed values in words. */
export const dkimVariables = {
  WAYBILL_DKIM_KEY: [
    z
      .string()
      .refine((value) => value.startsWith("-----BEGIN ") || !/\p{Cc}/u.test(value))
      .transform((value): DkimSetting["key"] =>
        // Files of environment variables have one line for each.
        value.startsWith("-----BEGIN ") ? { pem: value.replaceAll("\\n", "\n") } : { path: value },
      ),
    "the path of a file with a private RSA key in PEM, or that text itself",
  ],
  WAYBILL_DKIM_SELECTOR: [
    z.string().max(63).regex(names).transform(lowerCase),
    "a name of letters, digits and hyphens, such as waybill",
  ],
  WAYBILL_DKIM_DOMAIN: [z.string().max(253).regex(domains).transform(lowerCase), "a domain, such as example.com"],
} as const;

interface Values {
  key: DkimSetting["key"] | null;
  domain: string | null;
  selector: string | null;
}

/** The resulting setting. The default domain is the sender's. A domain or selector without a key is a problem. */
export function dkimSetting(
  { key, domain, selector }: Values,
  sender: string,
): { dkim: DkimSetting | null; problems: SettingProblem[] } {
  if (key !== null) {
    const ofSender = lowerCase(sender.slice(sender.lastIndexOf("@") + 1));
    return { dkim: { key, domain: domain ?? ofSender, selector: selector ?? "waybill" }, problems: [] };
  }
  const problems = Object.entries({ WAYBILL_DKIM_DOMAIN: domain, WAYBILL_DKIM_SELECTOR: selector })
    .filter(([, value]) => value !== null)
    .map(([variable, value]) => {
      const message = `${variable}: ${JSON.stringify(value)} cannot be used without a key: set WAYBILL_DKIM_KEY.`;
      return { variable, message };
    });
  return { dkim: null, problems };
}
