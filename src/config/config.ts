import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { type LogLevel, logLevels } from "../platform/log.ts";
import type { S3Address } from "../platform/s3-address.ts";
import { type BackupsSetting, backupsSetting } from "./backups-setting.ts";
import { type DkimSetting, dkimSetting, dkimVariables } from "./dkim-setting.ts";
import { filesSetting } from "./files-setting.ts";
import { mailVariables } from "./mail-setting.ts";
import { halfSet, type SettingProblem, s3Credentials } from "./s3-credentials.ts";
import { shortestSecret } from "./secret.ts";
import { type SendfileSetting, sendfileSetting } from "./sendfile-setting.ts";

export interface Config {
  /** Public address of the service domain, without a slash at its end. */
  url: URL;
  host: string;
  port: number;
  /** Absolute path of the data folder. */
  data: string;
  /** A `postgres://` address, or null for SQLite in the data folder. */
  database: string | null;
  /** The mode of a connection pooler in front of PostgreSQL; null if there is none. */
  databasePooler: "transaction" | null;
  /** Most connections to PostgreSQL; null for the default. */
  databaseConnections: number | null;
  /** Where files are stored; null for the data folder. */
  files: S3Address | null;
  /** An `smtp://` or `smtps://` address, or null for the mailbox. */
  smtp: string | null;
  mailFrom: string;
  /** The `imap://` or `imaps://` address of the mailbox for bounces; null if there is none. */
  bounceMailbox: string | null;
  /** How emails are signed; null: not at all. */
  dkim: DkimSetting | null;
  /** Null: generated into the data folder. */
  secret: string | null;
  /** The previous secret, while values are encrypted again; null if there is none. */
  secretOld: string | null;
  trustedProxies: TrustedNetwork[];
  /** The header in which a trusted proxy sends a client's country; null if there is none. */
  countryHeader: string | null;
  /** How the web server in front is told to send files; null if this server sends them. */
  sendfile: SendfileSetting | null;
  /** Networks that may read `/metrics`. */
  metricsReaders: TrustedNetwork[];
  /** Private networks that requests to addresses chosen by stores may reach. */
  outgoingNetworks: TrustedNetwork[];
  /** Name servers for stores' own domains, as `ADDRESS` or `ADDRESS:PORT`; null for those of the system. */
  resolvers: string[] | null;
  limits: BodyLimits;
  /** Null: no scheduled backups. */
  backups: BackupsSetting | null;
  /** The parts that addresses of backups in an S3 store leave out. */
  backupsStore: Pick<S3Address, "region" | "credentials">;
  log: LogLevel;
}

/** Bytes of request bodies (docs/reference/settings.md, `WAYBILL_BODY_LIMIT`). */
export interface BodyLimits {
  body: number;
  bulk: number;
  upload: number;
}

export type TrustedNetwork = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A setting that cannot be used. The message is one line with the variable, its value and the allowed values. */
export class ConfigError extends Error {}

const embedded = (protocol: string, allowed: RegExp) =>
  z
    .string()
    .refine((value) => value === protocol || (allowed.test(value) && URL.canParse(value)))
    .transform((value) => (value === protocol ? null : value));

const address = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
  .transform((value) => new URL(value))
  .refine(({ pathname, search, hash, username }) => pathname === "/" && !search && !hash && !username);

/** Full addresses only: some programs accept `10` and `127.1`, but here they are mistakes. */
const ipAddress = z.union([z.ipv4(), z.ipv6()]);
const cidr = z.union([z.cidrv4(), z.cidrv6()]);

function network(value: string): TrustedNetwork | null {
  if (cidr.safeParse(value).success) return ipaddr.parseCIDR(value);
  if (!ipAddress.safeParse(value).success) return null;
  const address = ipaddr.parse(value);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

const listed = (value: string) => value.split(/[\s,]+/).filter(Boolean);

const networks = [
  z
    .string()
    .transform((value) => listed(value).map(network))
    .refine((all): all is TrustedNetwork[] => all.every((one) => one !== null)),
  "IP addresses or CIDR ranges separated by commas, such as 10.0.0.0/8,::1/128",
] as const;

/** `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53`, `[2001:db8::53]:5353`. */
function isNameServer(text: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  return ipAddress.safeParse(bracketed ?? plain ?? text).success;
}

const largestLimit = 1024 ** 4;
const bytes = [
  z
    .string()
    .regex(/^\d{1,13}$/)
    .transform(Number)
    .refine((value) => value >= 1024 && value <= largestLimit),
  `a whole number of bytes from 1024 to ${largestLimit}`,
] as const;

/** Each variable's check, and the allowed values in words. */
const variables = {
  WAYBILL_URL: [address, "an http or https address without a path, such as https://downloads.example.com"],
  WAYBILL_HOST: [z.union([ipAddress, z.literal("localhost")]), "localhost or an IP address of this machine"],
  WAYBILL_PORT: [
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65535),
    "a whole number from 1 to 65535",
  ],
  WAYBILL_DATA: [
    z
      .string()
      .min(1)
      .transform((value) => resolve(value)),
    "the path of a folder",
  ],
  WAYBILL_DATABASE: [embedded("sqlite:", /^postgres(ql)?:\/\/./), "sqlite: or postgres://USER:PASSWORD@HOST/DATABASE"],
  WAYBILL_DATABASE_POOLER: [
    z.literal("transaction"),
    "transaction (PgBouncer's pool_mode), or nothing without such a pooler",
  ],
  WAYBILL_DATABASE_CONNECTIONS: [
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .refine((count) => count >= 2 && count <= 1000),
    "a whole number from 2 to 1000",
  ],
  WAYBILL_FILES: filesSetting,
  ...mailVariables,
  ...dkimVariables,
  WAYBILL_SECRET: [z.string().min(shortestSecret), `at least ${shortestSecret} random characters`],
  WAYBILL_SECRET_OLD: [z.string().min(shortestSecret), `the value that WAYBILL_SECRET had before`],
  WAYBILL_TRUSTED_PROXIES: networks,
  WAYBILL_COUNTRY_HEADER: [z.string().regex(/^[\w-]{1,100}$/), "the name of a header, such as CF-IPCountry"],
  WAYBILL_SENDFILE: sendfileSetting,
  WAYBILL_METRICS: networks,
  WAYBILL_OUTGOING_NETWORKS: networks,
  WAYBILL_RESOLVERS: [
    z
      .string()
      .transform(listed)
      .refine((servers) => servers.length > 0 && servers.every(isNameServer)),
    "IP addresses separated by commas, with a port if it is not 53, such as 192.0.2.53,127.0.0.1:5353",
  ],
  WAYBILL_BODY_LIMIT: bytes,
  WAYBILL_BULK_LIMIT: bytes,
  WAYBILL_UPLOAD_LIMIT: bytes,
  WAYBILL_BACKUPS: backupsSetting,
  WAYBILL_BACKUPS_ACCESS_KEY_ID: [z.string(), "text"],
  WAYBILL_BACKUPS_SECRET_ACCESS_KEY: [z.string(), "text"],
  WAYBILL_BACKUPS_SESSION_TOKEN: [z.string(), "text"],
  WAYBILL_LOG: [z.enum(logLevels), `one of ${logLevels.join(", ")}`],
} as const;

type Variable = keyof typeof variables;

/** The variables that are settings. */
export const settingNames = Object.keys(variables) as Variable[];
type Value<V extends Variable> = z.output<(typeof variables)[V][0]>;

const secrets = new Set<Variable>([
  "WAYBILL_SECRET",
  "WAYBILL_SECRET_OLD",
  "WAYBILL_SMTP",
  "WAYBILL_BOUNCE_MAILBOX",
  "WAYBILL_DATABASE",
]);

/** Whether the value is or may contain a secret, so that errors must not repeat it. */
function isSecret(name: Variable, value: string): boolean {
  const isAddress = name === "WAYBILL_FILES" || name === "WAYBILL_BACKUPS";
  if (name === "WAYBILL_DKIM_KEY") return value.includes("-----");
  return secrets.has(name) || (isAddress && /@|key|secret|token/i.test(value));
}

/**
 * Reads the settings of docs/reference/settings.md; an empty variable counts as unset. Throws `ConfigError` for the
 * first value that cannot be used.
 */
export function readConfig(environment: Environment): Config {
  const { config, problems } = checkSettings(environment);
  const [first] = problems;
  if (first) throw new ConfigError(first.message);
  return config;
}

/** Variables that look like settings but are not: most likely misspelled. */
export function unknownSettings(environment: Environment): string[] {
  return Object.keys(environment).filter((name) => name.startsWith("WAYBILL_") && !(name in variables));
}

type Environment = Record<string, string | undefined>;

/** Reads all settings and finds everything wrong with them. In `config`, unusable values count as unset. */
export function checkSettings(environment: Environment): { config: Config; problems: SettingProblem[] } {
  const problems: SettingProblem[] = [];

  function setting<V extends Variable>(name: V, byDefault: string): Value<V>;
  function setting<V extends Variable>(name: V, byDefault?: undefined): Value<V> | null;
  function setting<V extends Variable>(name: V, byDefault?: string): Value<V> | null {
    const value = environment[name] || byDefault;
    if (value === undefined) return null;
    const [check, allowed] = variables[name];
    const { success, data } = check.safeParse(value);
    if (success) return data as Value<V>;
    const shown = isSecret(name, value) ? "the value (not shown)" : JSON.stringify(value);
    problems.push({ variable: name, message: `${name}: ${shown} is not valid. Allowed: ${allowed}.` });
    return byDefault === undefined ? null : (check.parse(byDefault) as Value<V>);
  }

  function handedOver(trustedProxies: TrustedNetwork[], data: string): SendfileSetting | null {
    const wanted = setting("WAYBILL_SENDFILE");
    if (!wanted) return null;
    const rejected = (reason: string) => {
      const shown = JSON.stringify(environment.WAYBILL_SENDFILE);
      problems.push({ variable: "WAYBILL_SENDFILE", message: `WAYBILL_SENDFILE: ${shown} cannot be used ${reason}` });
      return null;
    };
    if (trustedProxies.length === 0) {
      return rejected("without WAYBILL_TRUSTED_PROXIES: name the web server's address there.");
    }
    if (environment.WAYBILL_FILES?.startsWith("s3:")) {
      return rejected("with files in an S3 store: a web server can only send files of its own machine.");
    }
    // Versions of Apache's module differ in whether they decode the path.
    if (wanted.header === "x-sendfile" && /[%\p{Cc}]/u.test(data)) {
      const path = JSON.stringify(data);
      return rejected(`with WAYBILL_DATA ${path}: the path may have no % and no control character.`);
    }
    return wanted;
  }

  function countryHeader(trustedProxies: TrustedNetwork[]): string | null {
    const name = setting("WAYBILL_COUNTRY_HEADER");
    if (name === null || trustedProxies.length > 0) return name;
    const reason = "cannot be used without WAYBILL_TRUSTED_PROXIES: name the proxy's address there.";
    const message = `WAYBILL_COUNTRY_HEADER: ${JSON.stringify(name)} ${reason}`;
    problems.push({ variable: "WAYBILL_COUNTRY_HEADER", message });
    return null;
  }

  function storedFiles(): S3Address | null {
    const address = setting("WAYBILL_FILES", "file:");
    if (address === null) return null;
    problems.push(...halfSet(environment, "AWS"));
    return { ...address, region: address.region || region, credentials: s3Credentials(environment, "AWS") };
  }

  function scheduledBackups(): BackupsSetting | null {
    const found = setting("WAYBILL_BACKUPS");
    if (found === null) return null;
    const { place, ...schedule } = found;
    if ("folder" in place) return { place, ...schedule };
    // Already reported if the files are in a store too.
    if (backupsStore.credentials === null && files === null) problems.push(...halfSet(environment, "AWS"));
    const { region, credentials } = backupsStore;
    return { place: { s3: { ...place.s3, region: place.s3.region || region, credentials } }, ...schedule };
  }

  function signing(sender: string): DkimSetting | null {
    const [key, domain, selector] = [
      setting("WAYBILL_DKIM_KEY"),
      setting("WAYBILL_DKIM_DOMAIN"),
      setting("WAYBILL_DKIM_SELECTOR"),
    ];
    // Already reported if the key cannot be used.
    if (key === null && environment.WAYBILL_DKIM_KEY) return null;
    const found = dkimSetting({ key, domain, selector }, sender);
    problems.push(...found.problems);
    return found.dkim;
  }

  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || "us-east-1";
  // Separate credentials, so that those for the files cannot remove the backups.
  problems.push(...halfSet(environment, "WAYBILL_BACKUPS"));
  const ownCredentials = s3Credentials(environment, "WAYBILL_BACKUPS");
  const backupsStore = { region, credentials: ownCredentials ?? s3Credentials(environment, "AWS") };
  const files = storedFiles();
  const port = setting("WAYBILL_PORT", "3000");
  const url = setting("WAYBILL_URL", `http://localhost:${port}`);
  const data = setting("WAYBILL_DATA", "./data");
  const trustedProxies = setting("WAYBILL_TRUSTED_PROXIES") ?? [];
  const mailFrom = setting("WAYBILL_MAIL_FROM") ?? `downloads@${url.hostname}`;
  const config: Config = {
    url,
    host: setting("WAYBILL_HOST", "127.0.0.1"),
    port,
    data,
    database: setting("WAYBILL_DATABASE", "sqlite:"),
    databasePooler: setting("WAYBILL_DATABASE_POOLER"),
    databaseConnections: setting("WAYBILL_DATABASE_CONNECTIONS"),
    files,
    smtp: setting("WAYBILL_SMTP"),
    mailFrom,
    bounceMailbox: setting("WAYBILL_BOUNCE_MAILBOX"),
    dkim: signing(mailFrom),
    secret: setting("WAYBILL_SECRET"),
    secretOld: setting("WAYBILL_SECRET_OLD"),
    trustedProxies,
    countryHeader: countryHeader(trustedProxies),
    sendfile: handedOver(trustedProxies, data),
    metricsReaders: setting("WAYBILL_METRICS", "127.0.0.0/8,::1"),
    outgoingNetworks: setting("WAYBILL_OUTGOING_NETWORKS") ?? [],
    resolvers: setting("WAYBILL_RESOLVERS"),
    limits: {
      body: setting("WAYBILL_BODY_LIMIT", String(1024 ** 2)),
      bulk: setting("WAYBILL_BULK_LIMIT", String(8 * 1024 ** 2)),
      upload: setting("WAYBILL_UPLOAD_LIMIT", String(100 * 1024 ** 3)),
    },
    backups: scheduledBackups(),
    backupsStore,
    log: setting("WAYBILL_LOG", "info"),
  };
  return { config, problems };
}
