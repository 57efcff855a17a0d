import type { Database } from "../../platform/database/database.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { pause, repeat } from "../../platform/repeat.ts";
import { accountById } from "../../store/accounts/accounts.ts";
import { announcementsUnderway } from "./announcements.ts";
import { queueNextAnnouncements } from "./queue-next.ts";

/** Milliseconds between two looks for announcements. */
const poll = 1_000;

/** Milliseconds between two steps, to let others write; and while requests keep the server busy. */
const rest = 20;
const busyRest = 500;

interface AnnouncementWorkerSettings {
  db: Database;
  log: Log;
  /** Whether requests keep the server busy. */
  isBusy(): boolean;
  now?(): Instant;
}

interface AnnouncementWorker {
  /** Starts nothing new, and resolves when the current transaction has ended. */
  stop(): Promise<void>;
}

/** Queues the emails of announcements in small steps, including those that another server has started. */
export function startAnnouncementWorker(settings: AnnouncementWorkerSettings): AnnouncementWorker {
  const { log } = settings;
  const stopping = new AbortController();
  const running = repeat(() => queueAnnouncements(settings, stopping.signal), {
    pause: poll,
    stopping: stopping.signal,
    failed(error) {
      log.error({ err: error }, "could not queue the emails of an announcement; will try again");
      return poll;
    },
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function queueAnnouncements(
  { db, isBusy, now = instantNow }: AnnouncementWorkerSettings,
  stopping: AbortSignal,
): Promise<void> {
  for (const { id, accountId } of await announcementsUnderway(db.read, now())) {
    const account = await accountById(db.read, accountId);
    if (!account) continue;
    while (!stopping.aborted && (await db.write((tx) => queueNextAnnouncements(tx, account, id, now())))) {
      await pause(isBusy() ? busyRest : rest, stopping);
    }
  }
}
