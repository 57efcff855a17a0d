import { isIP } from "node:net";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import { encryptedColumns } from "../../../platform/database/encrypted-columns.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import type { MailServersTable } from "../../../platform/database/schema.ts";
import { rejectFields } from "../../../platform/errors.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Vault } from "../../../platform/vault.ts";

/** Ports on which mail servers accept messages from programs: RFC 6409, RFC 8314, RFC 5321, and what hosts offer besides 587. */
export const mailPorts = [25, 465, 587, 2525] as const;

export const mailSecurities = ["starttls", "tls", "none"] as const satisfies MailServersTable["security"][];

/** Characters. */
export const longestHost = 253;
export const longestUser = 255;
export const longestPassword = 1000;

/** A mail server that a store has entered. */
export interface MailServer {
  /** A name in ASCII or an IP address. */
  host: string;
  port: number;
  security: MailServersTable["security"];
  /** Null: without sign-in. */
  user: string | null;
  /** Null without a user, and if it was encrypted with a secret that is lost. */
  password: string | null;
  /** The sender's address of emails. */
  sender: string;
}

const columns = ["host", "port", "security", "user_name as user", "password as encrypted", "sender"] as const;

/** A store's mail server as stored, with the encrypted password. */
export interface StoredServer extends Omit<MailServer, "password"> {
  encrypted: string | null;
}

/** The store's own mail server as stored; undefined if it has none. */
export async function storedServer(reader: Reader, accountId: number): Promise<StoredServer | undefined> {
  const [server] = await serverOf(reader, { accountId });
  return server;
}

const serverOf = prepared<{ accountId: number }, StoredServer>((db, { accountId }) =>
  db.selectFrom("mail_servers").select(columns).where("account_id", "=", accountId),
);

/** The server with its password. */
export const decryptedServer = (vault: Vault, { encrypted, ...server }: StoredServer): MailServer => ({
  ...server,
  password: encrypted === null ? null : vault.decrypt(encrypted),
});

/** A mail server as an owner enters it. Without `password`, the stored one is used. */
export interface EnteredServer extends Omit<MailServer, "password"> {
  password?: string | null | undefined;
}

/**
 * The entered server with its password. A stored password is used only for the same server as before, so that people who cannot
 * read it cannot have it sent elsewhere. Throws `invalid`.
 */
export async function completeServer(
  reader: Reader,
  vault: Vault,
  accountId: number,
  { password, ...entered }: EnteredServer,
): Promise<MailServer> {
  const server = { ...entered, host: hostIn(entered.host) ?? entered.host };
  const kept = await storedServer(reader, accountId);
  const given = password || null;
  const isSame =
    kept !== undefined &&
    (["host", "port", "security", "user"] as const).every((field) => kept[field] === server[field]);
  const isMissing = server.user !== null && given === null && !(isSame && kept.encrypted !== null);
  rejectFields([
    { field: "host", message: hostIn(entered.host) === null ? "must be the name of a mail server" : null },
    { field: "user", message: server.user === null && given !== null ? "is missing for the password" : null },
    { field: "password", message: isMissing ? "is needed for another server, security or user" : null },
  ]);
  if (server.user === null) return { ...server, password: null };
  return { ...server, password: given ?? (kept?.encrypted ? vault.decrypt(kept.encrypted) : null) };
}

/** The host as used for connecting; null for none. */
function hostIn(entered: string): string | null {
  const bare = entered.trim().replace(/^\[(.*)\]$/, "$1");
  const url = URL.parse(`http://${isIP(bare) === 6 ? `[${bare}]` : bare}`);
  if (!url || url.host !== url.hostname || url.href !== `http://${url.host}/`) return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) || /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/.test(host) ? host : null;
}

/** Stores the store's mail server, in place of the one before. */
export async function keepServer(
  tx: Tx,
  vault: Vault,
  accountId: number,
  { user, password, ...server }: MailServer,
  now: Instant,
): Promise<void> {
  const row = {
    ...server,
    user_name: user,
    password: password === null ? null : vault.encrypt(password),
    changed_at: now,
  };
  await tx
    .insertInto("mail_servers")
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
    .execute();
}

/** Returns false if the store had none. */
export async function removeServer(tx: Tx, accountId: number): Promise<boolean> {
  const removed = tx.deleteFrom("mail_servers").where("account_id", "=", accountId).returning("account_id");
  return (await removed.executeTakeFirst()) !== undefined;
}

/** Passwords of stores' mail servers. If one is lost, it has to be entered again; until then, emails wait. */
export const encryptedMailServers = (vault: Vault) =>
  encryptedColumns("mail_servers", vault, {
    columns: ["password"],
    key: ["account_id"],
    async giveUp(tx, { account_id }) {
      await tx.updateTable("mail_servers").set({ password: null }).where("account_id", "=", account_id).execute();
    },
  });
