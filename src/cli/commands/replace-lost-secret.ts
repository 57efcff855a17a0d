import { type Config, ConfigError } from "../../config/config.ts";
import { generatedSecret, secretIn } from "../../config/secret.ts";
import { openDatabase } from "../../context.ts";
import { reasonNotToUse } from "../../data/backup/installation-marks.ts";
import { isRestoring } from "../../data/backup/unfinished-restore.ts";
import { giveUpLost, opensEverything } from "../../operations/housekeeping/encrypted.ts";
import type { Database } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { createEncryption } from "../../platform/vault.ts";
import { holdsInstallation } from "../empty-target.ts";
import { lockData } from "../lock-data.ts";
import { printLines, printObject } from "../print.ts";

interface Options {
  /** Without it, the command only says what it would do. */
  yes?: boolean;
  json?: boolean;
}

/**
 * Gives up everything encrypted with a lost secret, so that servers can start with another: that of the settings, or a
 * new one in the data folder. Throws `invalid` if the secret is not lost. Can be repeated after an interruption.
 */
export async function replaceLostSecret(config: Config, { yes = false, ...options }: Options): Promise<void> {
  if ((await isRestoring(config.data)) || !(await holdsInstallation(config))) {
    throw new ConfigError(`WAYBILL_DATA: there is no Waybill installation in ${config.data}, or at WAYBILL_DATABASE.`);
  }
  const lock = lockData(config.data, "Stop every server first.");
  try {
    const db = await openDatabase(config, true);
    try {
      await replaceIn(db, config, { yes, ...options });
    } finally {
      await db.close();
    }
  } finally {
    lock.release();
  }
}

async function replaceIn(db: Database, config: Config, { yes, ...options }: Options): Promise<void> {
  const reason = await reasonNotToUse(db.read);
  if (reason !== null) throw new ConfigError(`WAYBILL_DATABASE: ${reason}`);
  const old = config.secretOld;
  const known = config.secret ?? (await generatedSecret(config.data));
  if (known !== null && (await opensEverything(db.read, createEncryption({ current: known, old })))) {
    throw new DomainError(
      "invalid",
      "The secret is not lost: it opens all API tokens and the secrets of two-factor authentication.",
    );
  }
  if (!yes) throw new DomainError("invalid", warning);
  const current = config.secret ?? (await secretIn(config.data));
  const lost = await giveUpLost(db, createEncryption({ current, old }));
  const endpoints = lost.endpoints.filter((url) => url !== null);
  if (options.json) {
    printObject(
      {
        accounts: lost.tokens.map(({ handle, token }) => ({ handle, api_token: token })),
        people_without_second_factor: lost.secondFactors,
        connections_without_secret: lost.connections,
        forgotten_responses: lost.answers.length,
        webhooks_with_new_secret: endpoints,
        mail_services_without_secret: lost.hooks.length,
        mail_servers_without_password: lost.mailServers.length,
      },
      options,
    );
    return;
  }
  printLines(lost.tokens.map(({ handle, token }) => `new API token of ${handle}: ${token}`));
  printLines(lost.secondFactors.map((email) => `without two-factor authentication: ${email}`));
  printLines(lost.connections.map((name) => `enter the secret of this connection again: ${name}`));
  printLines(endpoints.map((url) => `new secret of the webhook endpoint: ${url}`));
  const mailServices = lost.hooks.length;
  if (mailServices > 0) printLines([`mail services whose secret must be entered again: ${mailServices}`]);
  const mailServers = lost.mailServers.length;
  if (mailServers > 0) printLines([`mail servers of stores whose password must be entered again: ${mailServers}`]);
  printLines([`forgotten responses to API requests: ${lost.answers.length}`]);
}

const warning =
  "Look for the secret first: in a backup, or in the settings of another server. This command gives every store a new API token and removes two-factor authentication of everybody who has it, and the secrets of connected shops; people sign in again. Orders, links, files, license keys and passwords stay. Stop every server, make a copy of the database, and run it with --yes.";
