import type { S3Address } from "../platform/s3-address.ts";

type Environment = Record<string, string | undefined>;

/** What the names of the variables begin with: those of Amazon's own programs, or those for backups only. */
type Prefix = "AWS" | "WAYBILL_BACKUPS";

/** A setting that cannot be used. */
export interface SettingProblem {
  variable: string;
  /** One line that names variable, value and what is allowed. */
  message: string;
}

/** The credentials of an S3 store; null if they are not set. */
export function s3Credentials(environment: Environment, prefix: Prefix): S3Address["credentials"] {
  const accessKeyId = environment[`${prefix}_ACCESS_KEY_ID`];
  const secretAccessKey = environment[`${prefix}_SECRET_ACCESS_KEY`];
  const sessionToken = environment[`${prefix}_SESSION_TOKEN`];
  if (!accessKeyId || !secretAccessKey) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/** What is wrong if one of two variables is set without the other: a problem, or none. */
export function halfSet(environment: Environment, prefix: Prefix): SettingProblem[] {
  const [id, secret] = [`${prefix}_ACCESS_KEY_ID`, `${prefix}_SECRET_ACCESS_KEY`];
  if (Boolean(environment[id]) === Boolean(environment[secret])) return [];
  const [variable, other] = environment[id] ? [secret, id] : [id, secret];
  return [{ variable, message: `${variable}: it is empty, but ${other} is set. Allowed: both, or neither.` }];
}
