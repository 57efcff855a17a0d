import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Database, TransactionFigures } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { measureEventLoop, measureProcess } from "./process.ts";
import { measureQueues } from "./queues.ts";

/** Counts and times what the service does, for Prometheus (docs/reference/metrics.md). Each call takes about a microsecond. */
export interface Metrics {
  /** `status`: the HTTP status; `milliseconds`: time until the response begins. */
  requestAnswered(surface: string, status: number, milliseconds: number): void;
  /** A request that was rejected because descriptors are running out. */
  requestRejected(): void;
  /** A download that was counted and recorded. */
  downloadCounted(link: "order" | "permalink"): void;
  /** A response with bytes of a file begins. */
  fileSent(bytes: number): void;
  transactionCommitted(figures: TransactionFigures): void;
  /** `outcome`: the recorded outcome of the attempt to send. */
  emailTried(outcome: string): void;
  /** A scheduled backup has ended. */
  backupEnded(outcome: "succeeded" | "incomplete" | "failed"): void;
  /** The latest scheduled backup; null if there is none. */
  backupFound(latest: Instant | null): void;
  /** All metrics in Prometheus' text format, with its media type. */
  report(): Promise<Report>;
  /** All metrics as plain objects, for `reportOfAll`. */
  values(): Promise<object[]>;
  /** Ends measuring the event loop. */
  stop(): void;
}

interface Report {
  contentType: string;
  text: string;
}

/** One report from the metrics of several processes of one service. */
export async function reportOfAll(metrics: object[][]): Promise<Report> {
  const registry = AggregatorRegistry.aggregate(metrics);
  return { contentType: registry.contentType, text: await registry.metrics() };
}

interface MetricsSettings {
  db: Pick<Database, "scan">;
  log: Log;
  /** Whether the database commits units in groups, as SQLite does. */
  commitsGroups: boolean;
}

/** Upper bounds in seconds. */
const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const transactionBounds = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];

/** Upper bounds for the number of units in a commit. */
const groupBounds = [1, 2, 4, 8, 16, 32, 64, 128];

/** Starts to measure the process and its event loop, and reads queue lengths from the database for each report. */
export function createMetrics({ db, log, commitsGroups }: MetricsSettings): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "waybill_http_requests_total",
    help: "Requests answered, by the part of the service and the class of the status.",
    labelNames: ["surface", "status"],
    registers,
  });
  const requestTimes = new Histogram({
    name: "waybill_http_request_duration_seconds",
    help: "Time until the response begins, by the part of the service.",
    labelNames: ["surface"],
    buckets: requestBounds,
    registers,
  });
  const rejected = new Counter({
    name: "waybill_http_rejected_requests_total",
    help: "Requests answered 503 because too few file descriptors were free.",
    registers,
  });
  const downloads = new Counter({
    name: "waybill_downloads_total",
    help: "Downloads counted, by the kind of link.",
    labelNames: ["link"],
    registers,
  });
  const bytes = new Counter({
    name: "waybill_file_bytes_total",
    help: "Bytes of files in responses to customers. Counted when the response begins.",
    registers,
  });
  const transactions = new Histogram({
    name: "waybill_database_transaction_duration_seconds",
    help: "Time from the start of a transaction that writes until it is durable. On SQLite, of a group of units.",
    buckets: transactionBounds,
    registers,
  });
  const groups = commitsGroups ? measureGroups(registers) : null;
  const attempts = new Counter({
    name: "waybill_email_tries_total",
    help: "Attempts to send an email, by their result.",
    labelNames: ["outcome"],
    registers,
  });
  // Present from the first report on, so that the first event of its kind shows in a rate.
  for (const link of ["order", "permalink"]) downloads.inc({ link }, 0);
  for (const outcome of ["sent", "kept", "temporary_failure", "permanent_failure"]) attempts.inc({ outcome }, 0);
  const backups = new Counter({
    name: "waybill_backups_total",
    help: "Backups on schedule, by whether they succeeded.",
    labelNames: ["outcome"],
    registers,
  });
  const latestBackup = new Gauge({
    name: "waybill_backup_last_success_timestamp_seconds",
    help: "The latest backup on schedule, in seconds since 1970. 0 for none.",
    registers,
    aggregator: "max",
  });
  for (const outcome of ["succeeded", "incomplete", "failed"]) backups.inc({ outcome }, 0);
  const queues = measureQueues({ db, log }, registers);
  const stop = measureEventLoop(registers);
  measureProcess(registers);

  return {
    requestAnswered(surface, status, milliseconds) {
      requests.inc({ surface, status: `${Math.floor(status / 100)}xx` });
      requestTimes.observe({ surface }, milliseconds / 1000);
    },
    requestRejected: () => rejected.inc(),
    downloadCounted: (link) => downloads.inc({ link }),
    fileSent: (sent) => bytes.inc(sent),
    transactionCommitted({ duration, group }) {
      transactions.observe(duration / 1000);
      if (group) groups?.committed(group);
    },
    emailTried: (outcome) => attempts.inc({ outcome }),
    backupEnded: (outcome) => backups.inc({ outcome }),
    backupFound: (latest) => latestBackup.set((latest ?? 0) / 1000),
    async report() {
      await queues.refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    async values() {
      await queues.refresh();
      return registry.getMetricsAsJSON();
    },
    stop,
  };
}

/** Measures the groups of units that SQLite commits together. */
function measureGroups(registers: Registry[]) {
  const sizes = new Histogram({
    name: "waybill_database_group_units",
    help: "Units of work in one commit. SQLite only.",
    buckets: groupBounds,
    registers,
  });
  const commits = new Histogram({
    name: "waybill_database_commit_duration_seconds",
    help: "Time of a COMMIT with its sync to disk. SQLite only.",
    buckets: transactionBounds,
    registers,
  });
  return {
    committed({ units, commitDuration }: NonNullable<TransactionFigures["group"]>): void {
      sizes.observe(units);
      commits.observe(commitDuration / 1000);
    },
  };
}
