import type { S3Address } from "../platform/s3-address.ts";

type Environment = Record<string, string | undefined>;

/** The prefix of the variables: that of Amazon's own programs, or the one only for backups. */
type Prefix = "AWS" | "WAYBILL_BACKUPS";

/** A setting that cannot be used. */
export interface SettingProblem {
  variable: string;
  /** One line with the variable, its value and the allowed values. */
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

/** A problem if only one of the two variables is set; otherwise empty. */
export function halfSet(environment: Environment, prefix: Prefix): SettingProblem[] {
  const [id, secret] = [`${prefix}_ACCESS_KEY_ID`, `${prefix}_SECRET_ACCESS_KEY`];
  if (Boolean(environment[id]) === Boolean(environment[secret])) return [];
  const [variable, other] = environment[id] ? [secret, id] : [id, secret];
  return [{ variable, message: `${variable}: it is empty, but ${other} is set. Allowed: both, or neither.` }];
}
