import { z } from "zod";
import type { S3Address } from "../platform/s3-address.ts";

/** The form of `s3://BUCKET/PREFIX?endpoint=…&region=…`. */
const s3Address = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.-]+)*)\/?(?:\?(.*))?$/;

const isEndpoint = (value: string) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
};

const s3Parameters = z
  .strictObject({
    endpoint: z.string().refine(isEndpoint),
    public_endpoint: z.string().refine(isEndpoint),
    redirects: z.literal("off"),
    region: z.string().regex(/^[a-z\d-]{1,63}$/),
  })
  .partial();

/**
 * Reads `s3://BUCKET/PREFIX?endpoint=…`; the region is empty if it is missing. Null if the text is not such an address.
 */
export function s3AddressIn(text: string): Omit<S3Address, "credentials"> | null {
  const [matched, bucket = "", path = "", query = ""] = s3Address.exec(text) ?? [];
  if (matched === undefined) return null;
  const parameters = [...new URLSearchParams(query)];
  const { data } = s3Parameters.safeParse(Object.fromEntries(parameters));
  const names = new Set(parameters.map(([name]) => name));
  const isPath = path.split("/").every((name) => name !== "." && name !== "..");
  if (!data || names.size < parameters.length || !isPath) return null;
  const { endpoint = null, public_endpoint: publicEndpoint = null, redirects, region = "" } = data;
  const prefix = path && `${path.slice(1)}/`;
  return { bucket, prefix, endpoint, publicEndpoint, redirects: redirects !== "off", region };
}

/** The check of `WAYBILL_FILES`, and the allowed values in words. Credentials have their own settings. */
export const filesSetting = [
  z.union([
    z.literal("file:").transform(() => null),
    z.string().transform((value, context): Omit<S3Address, "credentials"> => {
      const address = s3AddressIn(value);
      if (address) return address;
      context.addIssue("not an S3 address");
      return z.NEVER;
    }),
  ]),
  "file: (the data folder) or s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION, with credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
] as const;
