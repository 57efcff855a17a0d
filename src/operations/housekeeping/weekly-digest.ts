import { productsWaitingForKeys } from "../../delivery/licenses/products-waiting-for-keys.ts";
import { countHeldByRules } from "../../delivery/orders/order-holds.ts";
import { queueWeeklyDigest } from "../../messages/mail/account-outbox.ts";
import { undeliveredEmails } from "../../messages/mail/orders-without-email.ts";
import type { DigestFigure } from "../../messages/mail/people-emails.ts";
import { adminLink } from "../../platform/admin-links.ts";
import type { Database, Reader } from "../../platform/database/database.ts";
import { dayOf, dayStart, hourMilliseconds } from "../../platform/days.ts";
import { localizationFor } from "../../platform/i18n/localization.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { accountById } from "../../store/accounts/accounts.ts";
import { peopleUrl, type ServiceUrl } from "../../store/accounts/address.ts";
import { digestsDue, takeDigest } from "../../store/accounts/weekly-digest.ts";
import { revenueByDay } from "../../store/statistics/revenue.ts";
import { totalsByDay } from "../../store/statistics/totals.ts";

/** Milliseconds from the beginning of Monday (UTC) to the sending. */
const morning = 8 * hourMilliseconds;

interface DigestContext {
  db: Database;
  log: Log;
  url: ServiceUrl;
  stopping: AbortSignal;
}

/** Weeks since the Monday before 1970, in UTC. */
const weekOf = (day: number) => Math.floor((day + 3) / 7);

/** Once a week, queues an email with the figures of the previous week for each store that wants it. */
export async function sendWeeklyDigests({ db, log, url, stopping }: DigestContext, now: Instant): Promise<void> {
  const week = weekOf(dayOf(instant(now - morning)));
  for (const { accountId, isSent } of await digestsDue(db.read, week)) {
    if (stopping.aborted) return;
    try {
      const account = await accountById(db.read, accountId);
      if (!account) continue;
      const monday = week * 7 - 3;
      const link = adminLink(peopleUrl(url, account));
      const figures = isSent ? await figuresOf(db.scan, account.id, monday, link) : [];
      const days = { from: dayStart(monday - 7), to: dayStart(monday - 1) };
      await db.write(async (tx) => {
        if (!(await takeDigest(tx, accountId, week)) || !isSent) return;
        await queueWeeklyDigest(tx, account, { figures, days, link }, now);
      });
    } catch (error) {
      log.error({ err: error, account: accountId }, "could not write a store's weekly email; will try again");
    }
  }
}

const { money, number } = localizationFor("en");

/** The figures of the seven days before `monday`, and of the week before. */
async function figuresOf(reader: Reader, accountId: number, monday: number, link: string): Promise<DigestFigure[]> {
  const range = { from: monday - 14, to: monday - 1 };
  const isNew = ({ day }: { day: number }) => day >= monday - 7;
  const days = await totalsByDay(reader, accountId, range);
  const revenue = await revenueByDay(reader, accountId, range);
  const compared = <Row extends { day: number }>(rows: Row[], amountOf: (row: Row) => number) => {
    const sum = (some: Row[]) => some.reduce((total, row) => total + amountOf(row), 0);
    return { now: sum(rows.filter(isNew)), before: sum(rows.filter((row) => !isNew(row))) };
  };
  const figure = (
    name: string,
    { now, before }: { now: number; before: number },
    words: (value: number) => string,
  ) => ({
    name,
    url: `${link}?days=7`,
    facts: [`${words(now)} (the week before: ${words(before)})`],
  });
  const inUnits = (rows: typeof revenue) => compared(rows, ({ amount }) => amount / 10_000);
  const since = dayStart(monday - 7);
  const failed = await undeliveredEmails(reader, accountId, { status: "failed", since, limit: 1 });
  const bounced = await undeliveredEmails(reader, accountId, { status: "bounced", since, limit: 1 });
  const waiting = await productsWaitingForKeys(reader, accountId);
  const held = await countHeldByRules(reader, accountId);
  const orders = waiting.reduce((sum, { ordersWaiting }) => sum + ordersWaiting, 0);
  return [
    ...[...Map.groupBy(revenue, ({ currency }) => currency)].map(([currency, rows]) =>
      figure(`Revenue in ${currency}`, inUnits(rows), (amount) => money(amount, currency)),
    ),
    figure(
      "Orders",
      compared(days, (day) => day.orders),
      number,
    ),
    figure(
      "Downloads",
      compared(days, (day) => day.downloads),
      number,
    ),
    ...(failed.total > 0
      ? [{ name: "Emails that failed", url: `${link}/emails?status=failed`, facts: [number(failed.total)] }]
      : []),
    ...(bounced.total > 0
      ? [{ name: "Emails that came back", url: `${link}/emails?status=bounced`, facts: [number(bounced.total)] }]
      : []),
    ...(held > 0
      ? [{ name: "Orders that your rules hold", url: `${link}/orders?state=on_hold`, facts: [number(held)] }]
      : []),
    ...(orders > 0 ? [{ name: "Orders waiting for a license key", url: link, facts: [number(orders)] }] : []),
  ];
}
