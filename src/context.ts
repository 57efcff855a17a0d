import { randomBytes } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMemberElsewhere } from "./access/people/members.ts";
import type { BackupsSetting } from "./config/backups-setting.ts";
import { type Config, ConfigError } from "./config/config.ts";
import { generatedSecret, secretIn, secretPath } from "./config/secret.ts";
import { openFolderPlace } from "./data/backup/folder-place.ts";
import { reasonNotToUse } from "./data/backup/installation-marks.ts";
import type { BackupPlace } from "./data/backup/place.ts";
import { isRestoring, traceOfInstallation } from "./data/backup/unfinished-restore.ts";
import { createUploadFinisher, type UploadFinisher } from "./delivery/catalog/upload-finisher.ts";
import { type EmailSigner, readDkimKey } from "./messages/mail/transport/dkim-key.ts";
import { mailSettings } from "./messages/mail/transport/mail-settings.ts";
import { keptMessages, openMailbox } from "./messages/mail/transport/mailbox.ts";
import type { KeptMessages, Mailer } from "./messages/mail/transport/mailer.ts";
import { openSmtp, openSmtpOfStore } from "./messages/mail/transport/smtp.ts";
import { createTransports, type Transports } from "./messages/mail/transport/transports.ts";
import { opensEverything } from "./operations/housekeeping/encrypted.ts";
import type { Database } from "./platform/database/database.ts";
import { DatabaseProblem } from "./platform/database/database-problem.ts";
import type { Inspection } from "./platform/database/inspection.ts";
import { inspectPostgres } from "./platform/database/postgres/inspect-postgres.ts";
import { openPostgres } from "./platform/database/postgres/postgres.ts";
import type { MigrationOptions } from "./platform/database/postgres/postgres-migration.ts";
import { FolderInUse, shareFolder } from "./platform/database/sqlite/folder-lock.ts";
import { inspectSqlite } from "./platform/database/sqlite/inspect-sqlite.ts";
import { openSqlite } from "./platform/database/sqlite/sqlite.ts";
import { withVault } from "./platform/database/tx-vault.ts";
import { reasonOf } from "./platform/errors.ts";
import { openDiskStore, readDiskStore } from "./platform/files/disk.ts";
import { openPartialFiles, type PartialFiles } from "./platform/files/partial-files.ts";
import { keepSmallFiles } from "./platform/files/small-files.ts";
import type { FileStore } from "./platform/files/store.ts";
import { createLog, type Log } from "./platform/log.ts";
import { type Network, openNetwork } from "./platform/outgoing/network.ts";
import { createEncryption, type Encryption } from "./platform/vault.ts";
import type { BounceMailbox } from "./shops/mail-reports/bounce-mailbox.ts";
import { createWordingRenderer, type WordingRenderer } from "./store/wording/renderer.ts";

export { probeSmtp } from "./messages/mail/transport/smtp.ts";
export { openSqlite } from "./platform/database/sqlite/sqlite.ts";

/** Everything that the commands and the server need, built by hand in one place. */
export interface Context extends Encryption {
  config: Config;
  log: Log;
  db: Database;
  files: FileStore;
  uploads: UploadFinisher;
  /** Starts its processes when the first wording is rendered. */
  renderer: WordingRenderer;
  /** What emails go out by. */
  transports: Transports;
  /** In the mailbox folder. Exists even with a mail server, because there may have been none before. */
  kept: KeptMessages;
  /** Where messages are kept; null with a mail server. */
  mailbox: KeptMessages | null;
  /** Reaches servers that stores and strangers choose. */
  network: Network;
  /** Closes what was opened, in reverse. */
  close(): Promise<void>;
}

/** As `openContext` explains. */
export interface OpeningOptions {
  mustExist?: boolean;
  mayBeMoved?: boolean;
  isMover?: boolean;
  log?: Log;
}

/**
 * Opens what the settings name, and creates what is missing. With `mustExist`, it creates nothing: without an
 * installation, it throws. Throws `ConfigError` for a setting that leads to nothing usable, also for a database that was
 * moved elsewhere unless `mayBeMoved`, and closes what was already open. A SQLite database is not moved while somebody has it
 * open; with `isMover`, the caller sees to that. `log` is in place of the one on standard error.
 */
export async function openContext(
  config: Config,
  { mustExist = false, mayBeMoved = false, isMover = false, log = createLog(config.log) }: OpeningOptions = {},
): Promise<Context> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    await rejectUnfinishedRestore(config);
    if (mustExist) await requireInstallation(config);
    await usable("WAYBILL_DATA", config.data, () => mkdir(config.data, { recursive: true, mode: 0o700 }));
    if (config.database === null && !isMover) closers.push(shareDatabase(config));
    const opened = await usable("WAYBILL_DATABASE", config.database ? "the address (not shown)" : "sqlite:", () =>
      openDatabase(config, mustExist, {
        onWaiting: (reason) => log.warn(`changing the tables has to wait: ${reason}`),
      }),
    );
    closers.push(() => opened.close());
    const reason = await reasonNotToUse(opened.read, { mayBeMoved });
    if (reason !== null) throw new ConfigError(`WAYBILL_DATABASE: ${reason}`);
    const secret = config.secret ?? (await installationSecret(config, opened, mustExist));
    const encryption = createEncryption({ current: secret, old: config.secretOld });
    await rejectWrongSecret(config, opened, encryption);
    const db = withVault(opened, encryption.vault);
    const shown = config.files ? `s3://${config.files.bucket}/${config.files.prefix}` : "file:";
    const storage = await usable("WAYBILL_FILES", shown, () => openStorage(config));
    const { files } = storage;
    const partials = await usable("WAYBILL_DATA", config.data, () => storage.uploads(db));
    const uploads = createUploadFinisher({ db, files, partials });
    const renderer = createWordingRenderer();
    closers.push(() => renderer.close());
    const signer = await readSigner(config);
    const mailer = await openMailer(config, signer);
    const kept = openKept(config);
    const mailbox = config.smtp ? null : kept;
    closers.push(() => mailer.close());
    const network = openNetwork({ resolvers: config.resolvers, allowed: config.outgoingNetworks });
    const transports = createTransports({
      read: db.read,
      vault: encryption.vault,
      installation: { mailer, settings: mailSettings(config.smtp, config.mailFrom, signer) },
      openMailer: (server) => openSmtpOfStore(server, network),
      isMemberElsewhere: (accountId, address) => isMemberElsewhere(db.read, accountId, address),
    });
    closers.push(() => transports.close());
    return {
      config,
      log,
      db,
      files,
      uploads,
      renderer,
      transports,
      kept,
      mailbox,
      network,
      ...encryption,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Until what it returns is called, nobody moves the SQLite database elsewhere: whoever has looked whether it was moved can write to
 * it. Where files cannot be locked, nobody is kept from it.
 */
function shareDatabase({ data }: Pick<Config, "data">): () => Promise<void> {
  try {
    const { release } = shareFolder(data, "database.lock");
    return async () => release();
  } catch (error) {
    if (!(error instanceof FolderInUse)) return async () => {};
    throw new ConfigError(
      `WAYBILL_DATA: the database in ${data} is being moved to PostgreSQL. Wait until that has ended, and look what it says.`,
    );
  }
}

/** Opens the database to look at it, as it is; throws if there is none. */
export async function inspectDatabase({ database, data }: Pick<Config, "data" | "database">): Promise<Inspection> {
  return database ? inspectPostgres(database) : inspectSqlite(sqlitePath(data));
}

/** The stored files, only to be read: nothing is created. */
export async function readFiles({ data, files }: Pick<Config, "data" | "files">): Promise<Pick<FileStore, "open">> {
  if (files) return (await import("./platform/files/s3.ts")).readS3Store(files);
  return readDiskStore(join(data, "files"));
}

/** Opens a place of backups; creates and asks nothing. */
export async function openBackupPlace(
  place: BackupsSetting["place"],
  { data }: Pick<Config, "data">,
): Promise<BackupPlace> {
  if ("folder" in place) return openFolderPlace(place.folder);
  return (await import("./data/backup/s3-place.ts")).openS3Place(place.s3, data);
}

/** Opens the database that the settings name. `migration` is about changes of the schema in PostgreSQL. */
export function openDatabase(
  { database, databasePooler: pooler, databaseConnections, data }: Config,
  mustExist: boolean,
  migration: MigrationOptions = {},
): Promise<Database> {
  if (!database) return openSqlite(sqlitePath(data));
  return openPostgres(database, { mustExist, pooler, connections: databaseConnections ?? undefined, ...migration });
}

/** The file store that the settings name. */
export const openFiles = async (config: Config): Promise<FileStore> => (await openStorage(config)).files;

/** Where files are, and where they are until they have arrived whole. */
async function openStorage({
  data,
  files: s3,
  limits,
  sendfile,
}: Config): Promise<{ files: FileStore; uploads(db: Database): Promise<PartialFiles> }> {
  if (s3) {
    // Not loaded by those who do not need it.
    const { openS3 } = await import("./platform/files/s3.ts");
    const { store, uploads } = await openS3(s3, { largestFile: limits.upload });
    return { files: keepSmallFiles(store), uploads: async (db) => uploads(db) };
  }
  // The group that reads is the web server's (docs/operate/run.md).
  const store = await openDiskStore(join(data, "files"), { groupReads: sendfile !== null });
  // What the web server sends, it reads itself.
  const files = sendfile ? store : keepSmallFiles(store);
  return { files, uploads: () => openPartialFiles(join(data, "uploads"), files) };
}

/** Throws `ConfigError` if the data folder holds a part of a backup. */
async function rejectUnfinishedRestore({ data }: Config): Promise<void> {
  if (!(await usable("WAYBILL_DATA", data, () => isRestoring(data)))) return;
  throw new ConfigError(`WAYBILL_DATA: a restore into ${data} was interrupted. Run \`waybill restore\` again.`);
}

/** The messages in the mailbox folder, which need not exist. */
export const openKept = (config: Pick<Config, "data">): KeptMessages => keptMessages(mailboxFolder(config));

/** Where the embedded database is. */
export const sqlitePath = (folder: string) => join(folder, "waybill.sqlite");

/** Throws `ConfigError` if there is no database in the data folder, or with PostgreSQL no such folder. */
async function requireInstallation({ data, database }: Config): Promise<void> {
  try {
    await stat(database === null ? sqlitePath(data) : data);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") return;
    throw new ConfigError(`WAYBILL_DATA: ${await absence(data, database)}`);
  }
}

/** What is missing, and what to do. */
async function absence(data: string, database: string | null): Promise<string> {
  if (database !== null) {
    const next = "Check the path. If files and secret of the servers are elsewhere, create an empty folder.";
    return `there is no folder ${data}. ${next}`;
  }
  const trace = await traceOfInstallation(data);
  if (trace === null) {
    const next = "Check the path, or create one with `waybill serve` or `waybill account create`.";
    return `there is no Waybill installation in ${data}. ${next}`;
  }
  const next = "If the database is in PostgreSQL, set WAYBILL_DATABASE. If it is lost, restore a backup.";
  return `${data} has no waybill.sqlite, but has other parts of an installation (${trace}). ${next}`;
}

/** Where messages are kept when there is no SMTP server. */
export function mailboxFolder(config: Pick<Config, "data">): string {
  return join(config.data, "mailbox");
}

/** Asks the name servers that the settings name, or the system's. */
export const askTexts = ({ resolvers }: Pick<Config, "resolvers">): Network["texts"] =>
  openNetwork({ resolvers, allowed: [] }).texts;

/** With what emails are signed; null: they are not. Throws `ConfigError` for a key that cannot be used. */
export async function readSigner({ dkim }: Pick<Config, "dkim">): Promise<EmailSigner | null> {
  if (dkim === null) return null;
  const { key, ...names } = dkim;
  const shown = "path" in key ? key.path : "the value (not shown)";
  return usable("WAYBILL_DKIM_KEY", shown, async () => ({
    ...names,
    ...readDkimKey("path" in key ? await readFile(key.path, "utf8") : key.pem),
  }));
}

/** The mailbox in which emails that came back arrive; null for none. Not loaded by those who do not need it. */
export async function openBounceMailbox({
  bounceMailbox,
}: Pick<Config, "bounceMailbox">): Promise<BounceMailbox | null> {
  return bounceMailbox === null ? null : (await import("./shops/mail-reports/imap.ts")).openImap(bounceMailbox);
}

async function openMailer(config: Config, signer: EmailSigner | null): Promise<Mailer> {
  const { smtp } = config;
  if (smtp) return usable("WAYBILL_SMTP", "the address (not shown)", async () => openSmtp(smtp, { signer }));
  return usable("WAYBILL_DATA", config.data, () => openMailbox(mailboxFolder(config)));
}

/**
 * The generated secret. A new one is written only if the database has nothing that was encrypted with another than the old one
 * that the settings name, and never if it `mustExist`.
 */
async function installationSecret(
  { data, secretOld }: Config,
  { read }: Database,
  mustExist: boolean,
): Promise<string> {
  if ((await usable("WAYBILL_DATA", data, () => generatedSecret(data))) === null) {
    const secrets = { current: randomBytes(32).toString("base64url"), old: secretOld };
    if (mustExist || !(await opensEverything(read, createEncryption(secrets)))) {
      const what = "API tokens and two-factor secrets in the database are encrypted with it";
      const lost = "If the file is lost, put it back from a backup, or set WAYBILL_SECRET to its content";
      const next = `Check that this is the server's data folder. ${lost} (docs/operate/harden.md)`;
      throw new ConfigError(`WAYBILL_DATA: ${secretPath(data)} is missing, and ${what}. ${next}.`);
    }
  }
  return usable("WAYBILL_DATA", data, () => secretIn(data));
}

/** With another secret, API tokens cannot be checked or shown, and nobody with a second factor could sign in. */
async function rejectWrongSecret(
  { secret, secretOld, data }: Config,
  { read }: Database,
  encryption: Encryption,
): Promise<void> {
  if (await opensEverything(read, encryption)) return;
  const shown = secret ? "the value (not shown)" : `the generated secret in ${secretPath(data)}`;
  const reason =
    secretOld === null
      ? "is not the secret that this database was created with. After a change, WAYBILL_SECRET_OLD must be the one before."
      : "and WAYBILL_SECRET_OLD are not the secrets that this database was created with.";
  throw new ConfigError(`WAYBILL_SECRET: ${shown} ${reason}`);
}

async function usable<T>(variable: string, value: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof DatabaseProblem) throw new ConfigError(`${variable}: ${error.message}`, { cause: error });
    throw new ConfigError(`${variable}: ${value} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}
