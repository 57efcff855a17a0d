import { removeOldDevices } from "../../access/people/devices.ts";
import {
  removeExpiredInvitations,
  removeExpiredSessions,
  removeExpiredVerifications,
} from "../../access/people/expired.ts";
import { continueErasures } from "../../data/customers/erase.ts";
import type { UploadFinisher } from "../../delivery/catalog/upload-finisher.ts";
import { sweepUploads } from "../../delivery/catalog/upload-sweep.ts";
import { removeFinishedUploads } from "../../delivery/catalog/uploads.ts";
import type { Stamper } from "../../delivery/downloads/stamper.ts";
import { removeExpiredLibraryLinks } from "../../delivery/library/library-links.ts";
import { removeUnusedStamped } from "../../delivery/stamps/stamped-files.ts";
import { removeOldEvents } from "../../messages/connection-events/remove-events.ts";
import type { KeptMessages } from "../../messages/mail/transport/mailer.ts";
import { removeDeletedEndpoints, removeOldDeliveries } from "../../messages/webhooks/remove-old.ts";
import type { Database } from "../../platform/database/database.ts";
import { addPartitionIfDue } from "../../platform/database/postgres/partitions/add-partition.ts";
import { whenDue } from "../../platform/database/when-due.ts";
import { createByteRemoval } from "../../platform/files/byte-removal.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import { removeEndedLimits } from "../../platform/limits/rate-limits.ts";
import type { Log } from "../../platform/log.ts";
import { repeat } from "../../platform/repeat.ts";
import type { Encryption } from "../../platform/vault.ts";
import type { ServiceUrl } from "../../store/accounts/address.ts";
import { removeOldAnswers } from "../../store/idempotency/keyed-answers.ts";
import { removeApiRequests } from "./api-requests.ts";
import { createEncryptAnew } from "./encrypt-anew.ts";
import { type Removal, removeInSteps } from "./in-steps.ts";
import { sweepOrphans } from "./orphan-sweep.ts";
import { recountOrders } from "./recount-orders.ts";
import { removeMarkedAccounts } from "./remove-accounts.ts";
import { applyRetention } from "./retention.ts";
import { tellOfHeldOrders } from "./tell-of-held-orders.ts";
import { sendWeeklyDigests } from "./weekly-digest.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Rows removed in one transaction. */
const rowsPerStep = 100;

/** Milliseconds after which failed work is retried, at the latest. */
const retryPause = minute;

/** Milliseconds after which work is retried that found no free file descriptor because connections used them all. */
const crowdedPause = second;

interface HousekeeperSettings extends Encryption {
  db: Database;
  files: FileStore;
  uploads: UploadFinisher;
  stamper: Pick<Stamper, "checkFiles">;
  /** Messages in the mailbox folder. */
  kept: Pick<KeptMessages, "remove">;
  log: Log;
  url: ServiceUrl;
  /** Whether requests keep the server busy. */
  isBusy(): boolean;
}

interface Housekeeper {
  /** Starts nothing new, and resolves when the current work has ended. */
  stop(): Promise<void>;
}

/**
 * At once and then regularly, removes data that is no longer needed (docs/reference/privacy.md), checks whether files can be
 * stamped, continues the removal of accounts, encrypts values again after a change of the secret, and queues the weekly emails
 * and those about orders on hold. The mail worker removes messages of deleted orders, because it knows what is being sent
 * (mail/sending/caretaker.ts).
 */
export function startHousekeeper(settings: HousekeeperSettings): Housekeeper {
  const { db, log, signInSecrets, uploads, isBusy } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  const removeBytes = whenDue(db, createByteRemoval(settings));
  const checkStamps = whenDue(db, () => settings.stamper.checkFiles());
  const removing = (remove: Removal) => (now: Instant) =>
    removeInSteps(db, remove, { now, most: rowsPerStep, stopping: signal });

  /** `name` reads on from "could not". */
  const tasks: { name: string; every: number; work: (now: Instant) => Promise<unknown> }[] = [
    { name: "remove bytes of deleted files", every: second, work: () => removeBytes() },
    { name: "check whether files can be stamped", every: 10 * second, work: () => checkStamps() },
    { name: "remove ended limits", every: minute, work: removing(removeEndedLimits) },
    { name: "remove accounts", every: minute, work: () => removeMarkedAccounts({ ...settings, stopping: signal }) },
    { name: "erase customers", every: minute, work: () => continueErasures(db, signal) },
    {
      name: "tell owners of orders on hold",
      every: minute,
      work: (now) => tellOfHeldOrders({ db, log, url: settings.url, stopping: signal }, now),
    },
    { name: "recount orders", every: minute, work: (now) => recountOrders({ db, log, stopping: signal }, now) },
    { name: "remove abandoned uploads", every: hour, work: (now) => sweepUploads(settings, now) },
    {
      name: "remove bytes of no file",
      every: hour,
      work: (now) => sweepOrphans({ ...settings, partials: uploads.partials, stopping: signal }, now),
    },
    { name: "remove finished uploads", every: hour, work: removing(removeFinishedUploads) },
    { name: "remove unused stamped files", every: hour, work: removing(removeUnusedStamped) },
    { name: "remove old answers of Idempotency-Keys", every: hour, work: removing(removeOldAnswers) },
    { name: "remove old events of shops", every: hour, work: removing(removeOldEvents) },
    { name: "remove expired sessions", every: hour, work: removing(removeExpiredSessions) },
    { name: "remove expired verifications", every: hour, work: removing(removeExpiredVerifications) },
    { name: "remove expired invitations", every: hour, work: removing(removeExpiredInvitations) },
    { name: "remove expired links of customers", every: hour, work: removing(removeExpiredLibraryLinks) },
    { name: "remove old devices of members", every: hour, work: removing(removeOldDevices) },
    { name: "remove old webhook deliveries", every: hour, work: removing(removeOldDeliveries) },
    { name: "remove deleted webhook endpoints", every: minute, work: removing(removeDeletedEndpoints) },
    { name: "remove old API requests", every: minute, work: () => removeApiRequests(db, signal) },
    { name: "add a partition", every: hour, work: async () => void (await addPartitionIfDue(db)) },
    {
      name: "queue weekly emails",
      every: hour,
      work: (now) => sendWeeklyDigests({ db, log, url: settings.url, stopping: signal }, now),
    },
    {
      name: "apply what stores say about old data",
      every: hour,
      work: (now) => applyRetention({ db, log, isBusy, stopping: signal }, now),
    },
  ];
  if (signInSecrets.old !== null) {
    tasks.push({
      name: "encrypt values again",
      every: hour,
      work: createEncryptAnew({ ...settings, stopping: signal }),
    });
  }

  const running = tasks.map(({ name, every, work }) =>
    repeat(() => work(instantNow()), {
      every,
      stopping: signal,
      failed(error) {
        // The listener already logs that connections used all descriptors.
        if ((error as NodeJS.ErrnoException).code === "EMFILE") return crowdedPause;
        log.error({ err: error }, `could not ${name}; will try again`);
        return Math.min(every, retryPause);
      },
    }),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
