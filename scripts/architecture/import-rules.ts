/**
 * The layers of `src`, from the top. A file imports its own part (one string) and the layers below, so no two folders
 * can import each other. Parts that share a layer do not know each other.
 */
export const layers = [
  ["executable.ts"],
  ["main.ts"],
  ["cli/**"],
  ["context.ts", "doctor/**", "http/**"],
  ["config.ts"],
  ["{backups-setting,dkim-setting,files-setting,s3-credentials,secret,sendfile-setting}.ts"],
  ["backup/**", "housekeeping/**", "metrics/**"],
  ["customers/**", "mail-reports/**", "moving/**"],
  ["connections/**", "people/**", "transfer/**"],
  ["delivery-emails/**", "downloads/**", "order-index/**"],
  ["visits/**"],
  ["announcements/**"],
  ["orders/**"],
  ["licenses/**"],
  ["catalog/**", "library/**", "mail/**"],
  ["api-keys/**", "webhooks/**"],
  [
    "accounts/**",
    "activity/**",
    "connection-events/**",
    "idempotency/**",
    "limits/**",
    "order-changes/**",
    "statistics/**",
    "wording/**",
  ],
  ["files/**"],
  ["database/**", "outgoing/**"],
  ["{backoff,give-way,repeat}.ts"],
  ["i18n/**"],
  [
    "{contained,customer-paths,days,email-address,errors,exact-json,file-system,full-disk,instants,integers,log,money,networks,s3-address,text,zod-check}.ts",
  ],
];

/** The folders of `src/http` that import others of them, and which. */
export const httpNeighbors: Record<string, string[]> = {
  customers: ["pages"],
  docs: ["v3"],
  v2: ["xml"],
  v3: ["sign-in"],
};

interface ImportRule {
  /** The files it is about. */
  files: string[];
  but?: string[];
  /** What they must not import: files, or packages. */
  refused: string[];
  butNot?: string[];
  /** Files of the same folder may. */
  insideFolder?: "allowed";
  because: string;
}

const domain =
  "src/{accounts,activity,announcements,api-keys,catalog,connection-events,connections,customers,delivery-emails,downloads,idempotency,library,licenses,limits,mail,mail-reports,moving,order-changes,order-index,orders,people,statistics,transfer,visits,webhooks,wording}/**";

const mailAdapters = ["src/mail/mailbox.ts", "src/mail/smtp.ts"];

/** What the layers do not say. Patterns are globs over paths from the root, and over names of packages. */
export const importRules: ImportRule[] = [
  {
    files: ["src/{backups-setting,config,dkim-setting,files-setting,s3-credentials,secret,sendfile-setting}.ts"],
    refused: ["src/*/**"],
    because: "The settings are read before anything else is there.",
  },
  {
    files: ["src/i18n/**"],
    refused: ["src/*.ts"],
    butNot: ["src/instants.ts"],
    because: "The texts know nothing but instants.",
  },
  {
    files: ["src/**"],
    but: ["src/context.ts", "src/database/**"],
    refused: ["src/database/{,inspect-}{sqlite,postgres}.ts"],
    because: "Only src/context.ts names the adapters.",
  },
  {
    files: ["src/**"],
    but: ["src/context.ts", "src/files/**", "src/backup/s3-*.ts"],
    refused: ["src/files/{disk,s3,s3-*}.ts"],
    because: "Only src/context.ts names the adapters.",
  },
  {
    files: ["src/**"],
    but: ["src/context.ts", "src/backup/{folder,s3}-*.ts"],
    refused: ["src/backup/{folder-place,s3-*}.ts"],
    because: "Only src/context.ts names the adapters.",
  },
  {
    files: ["src/**"],
    but: ["src/context.ts"],
    refused: mailAdapters,
    because: "Only src/context.ts names the adapters.",
  },
  {
    files: ["src/**"],
    refused: ["src/*/queries.ts"],
    insideFolder: "allowed",
    because: "A domain folder's queries are its own: import what its other files export.",
  },
  {
    files: [domain],
    but: ["src/delivery-emails/**", "src/mail/**", "src/mail-reports/**", "src/order-index/**"],
    refused: ["src/mail/**"],
    butNot: ["src/mail/{account-outbox,cancel-emails,outbox,sent-to,undeliverable}.ts"],
    because:
      "Domain folders queue and cancel emails through mail/{outbox,account-outbox,cancel-emails}.ts, ask mail/undeliverable.ts which addresses get none and mail/sent-to.ts which have got one, and know nothing else of mail.",
  },
  {
    files: ["src/{delivery-emails,mail}/**"],
    refused: ["src/mail/worker.ts"],
    because: "The worker stands above the rest of mail.",
  },
  {
    files: [domain],
    refused: ["hono", "hono/**", "@hono/**", "bun:sqlite", "pg", "@aws-sdk/**"],
    because: "A domain folder reaches HTTP and databases through the interfaces of its neighbors.",
  },
  {
    files: [domain],
    but: [...mailAdapters, "src/mail/mail-options.ts", "src/mail/smtputf8.ts"],
    refused: ["nodemailer", "nodemailer/**", "node:fs", "node:fs/**", "src/file-system.ts"],
    because: "A domain folder reaches mail servers and disks through the interfaces of its neighbors.",
  },
  {
    files: ["src/**"],
    but: ["src/http/admin/**"],
    refused: ["admin/**"],
    because: "Only src/http/admin serves the administration area.",
  },
  {
    files: ["admin/**"],
    refused: ["src/**", "clients/typescript/**"],
    butNot: ["clients/typescript/src/types.ts"],
    because: "The administration area reaches the service over v3, whose types are the client's.",
  },
];
