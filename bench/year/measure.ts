import { sql } from "kysely";
import { downloadRows } from "../../src/data/csv/export-downloads.ts";
import { anonymizeDownloads, downloadsBetween } from "../../src/delivery/downloads/anonymize.ts";
import { settleDownload } from "../../src/delivery/downloads/count-download.ts";
import { orderedFileLink } from "../../src/delivery/downloads/link.ts";
import { downloadById, listDownloads, nextDownloads } from "../../src/delivery/downloads/queries.ts";
import { recordDownloads } from "../../src/delivery/downloads/record.ts";
import { DownloadRecorder } from "../../src/delivery/downloads/recorder.ts";
import { searchDownloads } from "../../src/delivery/downloads/search.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { openPostgres } from "../../src/platform/database/postgres/postgres.ts";
import { dayMilliseconds, dayOf } from "../../src/platform/days.ts";
import { instant, instantNow } from "../../src/platform/instants.ts";

/**
 * Times what the service does with the tables that `fill.ts` has filled. With several databases, in turns:
 *
 *     npx bun bench/year/measure.ts plain=postgres://… partitioned=postgres://…
 *
 * Prints the median of each in milliseconds. Writes are rolled back, but for their dead rows.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const only = process.env.BENCH_ONLY ?? "";
const callsPerRound = 20;

const accountId = 1;
const account = { id: accountId, webhookEvents: "" };
const now = instantNow();
const today = dayOf(now);

class RolledBack extends Error {}

interface Sample {
  orderId: number;
  itemGuid: string;
  fileId: number;
  productId: number;
  ipAddress: string;
  downloadId: number;
}

type Measured = (db: Database, sample: Sample, samples: Sample[]) => Promise<unknown>;

const measured: Record<string, Measured> = {
  "one download recorded": (db, sample) => rolledBack(db, [sample]),
  "50 downloads recorded together": (db, _, samples) => rolledBack(db, samples),
  "a link looked up": (db, { itemGuid, fileId }) => orderedFileLink(db.read, account, itemGuid, fileId),
  "a later part of a counted download": async (db, { itemGuid, fileId, ipAddress }) => {
    const link = await orderedFileLink(db.read, account, itemGuid, fileId);
    if (!link) throw new Error("There is no such link.");
    const client = { ipAddress, userAgent: "" };
    await settleDownload(
      { db, downloads: new DownloadRecorder(db) },
      link,
      { sendsBytes: false, part: "later", isHandedOver: false, caller: new AbortController().signal },
      client,
      now,
    );
    await db.read
      .selectFrom("downloads")
      .select("id")
      .where("file_id", "=", fileId)
      .where("ip_address", "=", ipAddress)
      .where("downloaded_at", ">", instant(now - dayMilliseconds))
      .limit(1)
      .execute();
  },
  "an order's downloads, XML": (db, { orderId }) => nextDownloads(db.read, { accountId, orderId }),
  "an order's downloads, v3": (db, { orderId }) =>
    searchDownloads(db.scan, accountId, { order: { id: orderId } }, { offset: 0, limit: 50 }),
  "a product's newest 100, XML": (db, { productId }) => nextDownloads(db.read, { accountId, productId }),
  "the newest 100, XML": (db) => nextDownloads(db.read, { accountId }),
  "100 from the middle, XML": (db, { downloadId }) => nextDownloads(db.read, { accountId }, downloadId),
  "page 100 of 50, XML": (db) => listDownloads(db.scan, { accountId }, { offset: 4950, limit: 50 }),
  "one download": (db, { downloadId }) => downloadById(db.read, accountId, downloadId),
  "v3, first page and total": (db) => searchDownloads(db.scan, accountId, {}, { offset: 0, limit: 50 }),
  "v3, page 1,000 and total": (db) => searchDownloads(db.scan, accountId, {}, { offset: 49_950, limit: 50 }),
  "v3, of a product": (db, { productId }) =>
    searchDownloads(db.scan, accountId, { productIds: [productId] }, { offset: 0, limit: 50 }),
  "v3, of a week": (db) =>
    searchDownloads(db.scan, accountId, { from: today - 100, to: today - 94 }, { offset: 0, limit: 50 }),
  "v3, from an address": (db, { ipAddress }) =>
    searchDownloads(db.scan, accountId, { ipAddress }, { offset: 0, limit: 50 }),
  "CSV export, first 100": async (db) => {
    const scope = { reader: db.scan, account: { id: accountId } } as Parameters<typeof downloadRows>[0];
    for await (const _ of downloadRows(scope, {})) break;
  },
  "50 made anonymous": async (db, { downloadId }) => {
    const at = instant(now - (downloadId % 300) * dayMilliseconds);
    const old = await downloadsBetween(db.read, accountId, { after: { at, id: 0 }, before: now, limit: 50 });
    await db
      .write(async (tx) => {
        await anonymizeDownloads(
          tx,
          old.map(({ id }) => id),
        );
        throw new RolledBack();
      })
      .catch(unlessRolledBack);
  },
};

/** Everything but the commit, which is the same for all. */
async function rolledBack(db: Database, samples: Sample[]): Promise<void> {
  const requested = await Promise.all(
    samples.map(async ({ itemGuid, fileId, ipAddress }) => {
      const link = links.get(itemGuid) ?? (await orderedFileLink(db.read, account, itemGuid, fileId));
      if (!link) throw new Error("There is no such link.");
      links.set(itemGuid, link);
      return {
        link,
        client: { ipAddress, userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0" },
        at: now,
      };
    }),
  );
  const began = performance.now();
  await db
    .write(async (tx) => {
      await recordDownloads(tx, requested);
      throw new RolledBack();
    })
    .catch(unlessRolledBack);
  spent = performance.now() - began;
}
const links = new Map<string, NonNullable<Awaited<ReturnType<typeof orderedFileLink>>>>();
let spent: number | null = null;

function unlessRolledBack(error: unknown): void {
  if (!(error instanceof RolledBack)) throw error;
}

async function samplesOf(db: Database): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    with range as (select max(id) as last from downloads),
    drawn as (select distinct floor(last * ((n * 0.61803398875) % 1))::bigint as id from range, generate_series(1, 2000) as n)
    select download.order_id as "orderId", item.guid as "itemGuid", download.file_id as "fileId",
      download.product_id as "productId", download.ip_address as "ipAddress", download.id as "downloadId"
    from drawn join downloads as download on download.id = drawn.id join order_items as item on item.id = download.order_item_id
    join orders as ordered on ordered.id = download.order_id
    where download.account_id = ${accountId} and download.order_id > 1000 and (ordered.expires_at is null or ordered.expires_at > 0)`.execute(
    db.read,
  );
  return rows;
}

const databases = await Promise.all(
  process.argv.slice(2).map(async (argument) => {
    const [, name = "", url = ""] = /^(\w+)=(.*)$/.exec(argument) ?? ["", "", argument];
    return {
      name,
      db: await openPostgres(url, {
        mustExist: true,
        connections: 4,
        pooler: process.env.BENCH_POOLER ? "transaction" : null,
      }),
    };
  }),
);
const samples = await samplesOf(databases[0]?.db as Database);
const times = new Map<string, number[]>();
for (const [what, run] of Object.entries(measured).filter(([what]) => what.includes(only))) {
  for (let round = 0; round < rounds; round++) {
    // Each begins as often as the other.
    for (const { name, db } of round % 2 === 0 ? databases : databases.toReversed()) {
      const key = `${what} ${name}`;
      const all = times.get(key) ?? [];
      times.set(key, all);
      for (let call = 0; call < callsPerRound; call++) {
        const at = (round * callsPerRound + call) % (samples.length - 50);
        spent = null;
        const began = performance.now();
        await run(db, samples[at] as Sample, samples.slice(at, at + 50));
        // Plans settle in the first two rounds.
        if (round > 1) all.push(spent ?? performance.now() - began);
      }
    }
  }
  const medians = databases.map(({ name }) => median(times.get(`${what} ${name}`) ?? []));
  const shown = medians.map((one) => one.toFixed(2).padStart(10)).join("");
  const ratios = medians
    .slice(1)
    .map((one) => `${(one / (medians[0] as number)).toFixed(2)}x`.padStart(8))
    .join("");
  process.stdout.write(`${what.padEnd(40)}${shown}${ratios}\n`);
}
for (const { db } of databases) await db.close();

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
