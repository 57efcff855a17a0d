import { join } from "node:path";
import { openPostgres } from "../../../src/database/postgres.ts";
import { openSqlite } from "../../../src/database/sqlite.ts";
import { messagePreparation } from "../../../src/delivery-emails/prepare.ts";
import { createLog } from "../../../src/log.ts";
import { keptMessages } from "../../../src/mail/mailbox.ts";
import { openSmtp } from "../../../src/mail/smtp.ts";
import { startMailWorker } from "../../../src/mail/worker.ts";
import { createWordingRenderer } from "../../../src/wording/renderer.ts";
import { testAccountUrl, testVault } from "../mail.ts";

// A worker in a process of its own, to be killed: bun tests/support/programs/mail-crash.ts DATABASE FOLDER SMTP
const [setting = "", folder = "", smtp = ""] = process.argv.slice(2);
const db = setting === "sqlite:" ? await openSqlite(join(folder, "waybill.sqlite")) : await openPostgres(setting);
const [renderer, log] = [createWordingRenderer(), createLog("silent")];
startMailWorker({
  db,
  mailer: openSmtp(smtp),
  prepare: messagePreparation({
    db,
    renderer,
    vault: testVault,
    log,
    from: "downloads@example.com",
    accountUrl: testAccountUrl,
  }),
  kept: keptMessages(join(folder, "mailbox")),
  log,
});
