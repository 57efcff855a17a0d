/**
 * The wings of `src` from the top, each with its floors from the top. A file imports its own part (one string), the floors below it
 * in its wing, and the wings below: so no two folders can import each other. Parts that share a floor do not know each other.
 */
export const wings: [wing: string, ...floors: string[][]][] = [
  [".", ["executable.ts"], ["main.ts"], ["cli/**"], ["context.ts", "http/**"]],
  ["operations", ["doctor/**"], ["housekeeping/**", "metrics/**"]],
  ["access", ["api-keys/**", "people/**"]],
  ["data", ["backup/**", "customers/**", "moving/**"], ["csv/**"]],
  ["shops", ["mail-reports/**"], ["connections/**"]],
  [
    "delivery",
    ["customer-emails/**", "downloads/**", "license-checks/**", "order-index/**"],
    ["visits/**"],
    ["announcements/**"],
    ["orders/**"],
    ["licenses/**", "stamps/**"],
    ["catalog/**", "library/**"],
  ],
  ["messages", ["mail/**"], ["connection-events/**", "webhooks/**"]],
  ["store", ["accounts/**", "activity/**", "idempotency/**", "order-changes/**", "statistics/**", "wording/**"]],
  ["config", ["config.ts"], ["*.ts"]],
  [
    "platform",
    ["files/**", "limits/**", "process-limits/**", "queue/**"],
    ["database/**", "outgoing/**"],
    ["{exact-json,worker}.ts"],
    ["{backoff,give-way,repeat}.ts"],
    ["i18n/**"],
    ["*.ts"],
  ],
];

/** The folders of `src/http` that import others of them, and which. */
export const httpNeighbors: Record<string, string[]> = {
  customers: ["pages", "sending"],
  reference: ["manual", "v3"],
  "update-feeds": ["customers", "licenses", "sending"],
  v2: ["xml"],
  v3: ["sending", "sign-in"],
};

interface ImportRule {
  /** The files it is about. */
  files: string[];
  but?: string[];
  /** What they must not import: files, or packages. */
  refused: string[];
  butNot?: string[];
  because: string;
}

/** The store's own work: it reaches programs and machines through the interfaces of its neighbors. */
const domain = [
  "src/{access,delivery,messages,shops,store}/**",
  "src/data/{csv,customers,moving}/**",
  "src/platform/limits/**",
];

const mailAdapters = ["src/messages/mail/transport/mailbox.ts", "src/messages/mail/transport/smtp.ts"];

/** What the layers do not say. Patterns are globs over paths from the root, and over names of packages. */
export const importRules: ImportRule[] = [
  {
    files: ["src/config/**"],
    refused: ["src/**"],
    butNot: ["src/config/**", "src/platform/*.ts"],
    because: "The settings are read before anything else is there.",
  },
  {
    files: ["src/{access,data,delivery,messages,shops,store}/**", "src/operations/{housekeeping,metrics}/**"],
    refused: ["src/config/**"],
    because: "src/context.ts reads the settings and passes on what they say.",
  },
  {
    files: ["src/platform/i18n/**"],
    refused: ["src/platform/*.ts"],
    butNot: ["src/platform/instants.ts"],
    because: "The texts know nothing but instants.",
  },
  {
    files: ["src/**"],
    but: ["src/context.ts", "src/platform/database/**"],
    refused: ["src/platform/database/{sqlite,postgres}/{,inspect-}{sqlite,postgres}.ts"],
    because: "Only src/context.ts names the adapters.",
  },
  {
    files: ["src/**"],
    but: ["src/context.ts", "src/platform/files/**", "src/data/backup/s3-*.ts"],
    refused: ["src/platform/files/{disk,s3,s3-*}.ts"],
    because: "Only src/context.ts names the adapters.",
  },
  {
    files: ["src/**"],
    but: ["src/context.ts", "src/data/backup/{folder,s3}-*.ts"],
    refused: ["src/data/backup/{folder-place,s3-*}.ts"],
    because: "Only src/context.ts names the adapters.",
  },
  {
    files: ["src/**"],
    but: ["src/context.ts"],
    refused: mailAdapters,
    because: "Only src/context.ts names the adapters.",
  },
  {
    files: ["src/http/v3/framework/**"],
    refused: ["src/http/v3/**"],
    butNot: ["src/http/v3/framework/**"],
    because: "The framework of v3 knows no operation.",
  },
  {
    files: ["src/shops/connections/reading/**"],
    refused: ["src/shops/connections/settling/**"],
    because: "What an event says does not depend on what is made of it.",
  },
  {
    files: domain,
    but: ["src/delivery/customer-emails/**", "src/messages/mail/**", "src/shops/mail-reports/**"],
    refused: ["src/messages/mail/{sending,transport}/**"],
    because: "Domain folders queue emails and ask what became of them. How one is sent is known to mail alone.",
  },
  {
    files: ["src/delivery/customer-emails/**", "src/messages/mail/**"],
    refused: ["src/messages/mail/sending/worker.ts"],
    because: "The worker stands above the rest of mail.",
  },
  {
    files: domain,
    refused: ["hono", "hono/**", "@hono/**", "bun:sqlite", "pg", "@aws-sdk/**"],
    because: "A domain folder reaches HTTP and databases through the interfaces of its neighbors.",
  },
  {
    files: domain,
    but: [...mailAdapters, "src/messages/mail/transport/mail-options.ts", "src/messages/mail/transport/smtputf8.ts"],
    refused: ["nodemailer", "nodemailer/**", "node:fs", "node:fs/**", "src/platform/file-system.ts"],
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
