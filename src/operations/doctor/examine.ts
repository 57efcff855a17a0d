import type { Config } from "../../config/config.ts";
import { type BackupFailure, lastFailure } from "../../data/backup/failures.ts";
import { isFilling } from "../../data/backup/installation-marks.ts";
import type { BackupPlace } from "../../data/backup/place.ts";
import type { AskTexts } from "../../messages/mail/sender-domain/record-check.ts";
import type { EmailSigner } from "../../messages/mail/transport/dkim-key.ts";
import type { Inspection } from "../../platform/database/inspection.ts";
import { reasonOf } from "../../platform/errors.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { fullDiskSentence } from "../../platform/full-disk.ts";
import { instantNow } from "../../platform/instants.ts";
import type { BounceMailbox } from "../../shops/mail-reports/bounce-mailbox.ts";
import { type Account, allAccounts } from "../../store/accounts/accounts.ts";
import { examineAddress } from "./address.ts";
import { examineBackups } from "./backups.ts";
import { examineBounces } from "./bounces.ts";
import { examineClock } from "./clock.ts";
import { examineConnections } from "./connections.ts";
import { examineCounts } from "./counts.ts";
import { examineFolder, examineRestore, examineSpace } from "./data-folder.ts";
import { examineDatabase, unreachable } from "./database.ts";
import { examineFiles } from "./files.ts";
import { type Check, type Finding, findingsOf, type Progress } from "./finding.ts";
import { examineMail } from "./mail.ts";
import { examineSecret } from "./secret.ts";
import { examineSender } from "./sender.ts";
import { examineSettings } from "./settings.ts";
import { examineStoreLinks } from "./store-links.ts";
import { examineWebhooks } from "./webhooks.ts";

/** Functions that use the network and the disk; `context.ts` provides them. */
interface Instruments {
  /** Throws if the database cannot be opened. */
  inspectDatabase(config: Config): Promise<Inspection>;
  readFiles(config: Config): Promise<Pick<FileStore, "open">>;
  openBackupPlace(place: NonNullable<Config["backups"]>["place"], config: Config): Promise<BackupPlace>;
  probeSmtp(smtp: string): Promise<{ encrypted: boolean }>;
  /** Throws for a key that cannot be used. */
  readSigner(config: Config): Promise<EmailSigner | null>;
  askTexts(config: Config): AskTexts;
  openBounceMailbox(config: Config): Promise<BounceMailbox | null>;
}

interface Options {
  environment: Record<string, string | undefined>;
  instruments: Instruments;
  /** Does not read the content of stored files. */
  quick: boolean;
  /** Number of server processes, which share the port. */
  processes: number;
  progress: Progress;
}

/**
 * Examines an installation from its settings to its address, and yields each finding at once. Changes and creates
 * nothing, and works even if the server or the database is down.
 */
export async function* examine({
  environment,
  instruments,
  quick,
  processes,
  progress,
}: Options): AsyncGenerator<Finding> {
  const { config, unusable, findings } = examineSettings(environment);
  yield* findings;
  /** Skips a check that depends on an unusable variable, instead of using the default. */
  const checked = async (check: Check, needs: string[], work: () => Promise<Finding[]>): Promise<Finding[]> => {
    const { warning, problem } = findingsOf(check);
    const missing = needs.find((name) => unusable.has(name));
    if (missing) return [warning(`Not checked, because ${missing} cannot be used.`, `Change ${missing} first.`)];
    try {
      return await work();
    } catch (error) {
      return [problem(`Could not be checked: ${reasonOf(error)}.`, "See the other findings, then run this again.")];
    }
  };

  const folder = await checked("data folder", ["WAYBILL_DATA"], () => examineFolder(config.data));
  yield* folder;
  if (folder.every(({ status }) => status !== "problem")) {
    yield* await checked("disk space", ["WAYBILL_DATA"], () => examineSpace(config.data));
  }

  // An unfinished restore is not an installation yet.
  const restoring = await checked("data folder", ["WAYBILL_DATA"], () => examineRestore(config.data));
  yield* restoring;

  const databaseNeeds = ["WAYBILL_DATABASE", "WAYBILL_DATA"];
  let accounts: Account[] = [];
  let failure: BackupFailure | null = null;
  let inspection: Inspection | null = null;
  try {
    if (restoring.some(({ status }) => status === "problem")) inspection = null;
    else if (databaseNeeds.every((name) => !unusable.has(name))) inspection = await instruments.inspectDatabase(config);
    else yield* await checked("database", databaseNeeds, async () => []);
  } catch (error) {
    yield unreachable(error, await fullDiskSentence(error, config.data));
  }
  if (inspection !== null) {
    const { read } = inspection;
    const opened = inspection;
    try {
      yield* await checked("database", [], () => examineDatabase(opened, { ...config, processes }, progress));
      const schema = await opened.schema().catch(() => null);
      // A database that is being filled has nothing to compare yet.
      if (schema?.exists && !(await isFilling(read))) {
        /** For checks that read tables which an earlier schema may lack. */
        const checkedIfCurrent: typeof checked = async (check, needs, work) =>
          schema.pending.length === 0 ? checked(check, needs, work) : [notYetChecked(check)];
        yield* await checkedIfCurrent("secret", ["WAYBILL_SECRET"], () => examineSecret(read, config));
        yield* await checked("clock", [], () => examineClock(opened));
        yield* await checkedIfCurrent("counts", [], () => examineCounts(read, progress));
        yield* await checkedIfCurrent("files", ["WAYBILL_FILES"], async () =>
          examineFiles({ read, files: await instruments.readFiles(config), quick, progress }),
        );
        if (config.files?.redirects) {
          yield* await checked("store links", ["WAYBILL_FILES", "WAYBILL_URL"], async () =>
            examineStoreLinks(read, await instruments.readFiles(config), config.url),
          );
        }
        yield* await checkedIfCurrent("connections", [], () => examineConnections(read, instantNow()));
        yield* await checkedIfCurrent("webhooks", [], () => examineWebhooks(read, instantNow()));
        // An earlier schema has no such table.
        failure = await lastFailure(read).catch(() => null);
        accounts = await allAccounts(read).catch(() => []);
      }
    } finally {
      await opened.close();
    }
  }

  yield* await checked("backups", ["WAYBILL_BACKUPS"], () =>
    examineBackups({ config, openBackupPlace: (place) => instruments.openBackupPlace(place, config), failure }),
  );
  yield* await checked("mail", ["WAYBILL_SMTP", "WAYBILL_MAIL_FROM"], () => examineMail(config, instruments.probeSmtp));
  const senderNeeds = ["WAYBILL_SMTP", "WAYBILL_MAIL_FROM", "WAYBILL_RESOLVERS", ...dkimNames];
  yield* await checked("sender", senderNeeds, () => examineSender(config, instruments));
  yield* await checked("bounces", ["WAYBILL_BOUNCE_MAILBOX"], async () =>
    examineBounces(await instruments.openBounceMailbox(config)),
  );
  yield* await checked("address", ["WAYBILL_URL"], () => examineAddress(config.url, accounts));
}

const dkimNames = ["WAYBILL_DKIM_KEY", "WAYBILL_DKIM_DOMAIN", "WAYBILL_DKIM_SELECTOR"];

const notYetChecked = (check: Check): Finding =>
  findingsOf(check).warning(
    "Not checked, because the schema is of an earlier version.",
    "Start the server of this version, then run this again.",
  );
