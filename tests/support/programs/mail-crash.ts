import { join } from "node:path";
import { messagePreparation } from "../../../src/delivery/customer-emails/prepare.ts";
import { startMailWorker } from "../../../src/messages/mail/sending/worker.ts";
import { keptMessages } from "../../../src/messages/mail/transport/mailbox.ts";
import { openSmtp } from "../../../src/messages/mail/transport/smtp.ts";
import { openPostgres } from "../../../src/platform/database/postgres/postgres.ts";
import { openSqlite } from "../../../src/platform/database/sqlite/sqlite.ts";
import { createLog } from "../../../src/platform/log.ts";
import { createWordingRenderer } from "../../../src/store/wording/renderer.ts";
import { testAccountUrl, testVault } from "../mail.ts";
import { transportsBy } from "../mail-worker.ts";

// A worker in a process of its own, to be killed: bun tests/support/programs/mail-crash.ts DATABASE FOLDER SMTP
const [setting = "", folder = "", smtp = ""] = process.argv.slice(2);
const db = setting === "sqlite:" ? await openSqlite(join(folder, "waybill.sqlite")) : await openPostgres(setting);
const [renderer, log] = [createWordingRenderer(), createLog("silent")];
startMailWorker({
  db,
  transports: transportsBy(openSmtp(smtp)),
  prepare: messagePreparation({
    db,
    renderer,
    vault: testVault,
    log,
    accountUrl: testAccountUrl,
  }),
  kept: keptMessages(join(folder, "mailbox")),
  log,
});
