import { sql } from "kysely";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../../platform/database/row-set.ts";
import { dayOf } from "../../../platform/days.ts";
import type { Instant } from "../../../platform/instants.ts";
import { countTransfers, type TransferDay } from "../../../store/statistics/transfers.ts";
import { bytesIn, isWhole } from "./coverage.ts";
import { applyEvent, nothingSent, type PartialDownload, type TransferEvent } from "./partial-download.ts";

/** An event while a counted download, or a part of it, was sent. */
export interface TransferNote {
  downloadId: number;
  accountId: number;
  productId: number;
  fileId: number;
  /** The size of the whole file. */
  sizeBytes: number;
  event: TransferEvent;
  /** Whether its client may ask again for free (second-requests.ts). */
  isCutShort: boolean;
  at: Instant;
  /** How long it took; null if too short to be timed. */
  milliseconds: number | null;
}

/**
 * Records events of transfers in their order: the progress of each download, and the counts of its file and day. Downloads with
 * neighboring numbers that were each sent in one go share one row.
 */
export async function recordTransfers(tx: Tx, notes: TransferNote[]): Promise<void> {
  const days = new Days();
  const begun = await partialWithin(tx, runsOf(notes.filter(isSentInOneGo)));
  const inOneGo = new Set(
    notes.filter((note) => isSentInOneGo(note) && !begun.has(note.downloadId)).map(({ downloadId }) => downloadId),
  );
  const whole = notes.filter((note) => isSentInOneGo(note) && inOneGo.has(note.downloadId));
  if (whole.length > 0) await insertSent(tx, { rows: JSON.stringify(runsOf(whole)) });
  for (const note of whole) days.add(note, { ended: 1, completed: 1, sentBytes: note.sizeBytes });
  const others = notes.filter(({ downloadId }) => !inOneGo.has(downloadId));
  if (others.length > 0) await recordParts(tx, others, days);
  await countTransfers(tx, days.all());
}

const isSentInOneGo = ({ event, sizeBytes }: TransferNote) =>
  event.kind === "ended" && event.isCounted && event.from === 0 && event.sentTo === sizeBytes;

interface Run {
  first: number;
  last: number;
}

/** Groups neighboring numbers. */
function runsOf(notes: TransferNote[]): Run[] {
  const ids = [...new Set(notes.map(({ downloadId }) => downloadId))].toSorted((one, other) => one - other);
  const runs: Run[] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run && run.last + 1 === id) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs;
}

async function recordParts(tx: Tx, notes: TransferNote[], days: Days): Promise<void> {
  const all = [...new Set(notes.map(({ downloadId }) => downloadId))];
  const sent = new Set((await sentAmong(tx, { ids: idRows(all) })).map(({ id }) => id));
  const open = notes.filter(({ downloadId }) => !sent.has(downloadId));
  const ended = open.filter(({ event }) => event.kind === "ended").map(({ downloadId }) => downloadId);
  const ids = [...new Set(ended)].toSorted((one, other) => one - other);
  // If a response has only begun, it says nothing about a download without a row.
  const begun = [...new Set(open.map(({ downloadId }) => downloadId))].filter((id) => !ids.includes(id));
  const rows = [
    ...(await lockPartial(tx, { ids: idRows(ids) })),
    ...(begun.length > 0 ? await lockKnown(tx, { ids: JSON.stringify(begun) }) : []),
  ];
  const partial = new Map(rows.map((row) => [row.id, partialOf(row)]));
  const isNew = new Set(rows.filter(({ sentParts }) => sentParts === "").map(({ id }) => id));
  for (const note of open) {
    const { downloadId, sizeBytes, event } = note;
    const before = partial.get(downloadId);
    if (!before) continue;
    const after = applyEvent(before, event);
    partial.set(downloadId, after);
    days.add(note, {
      ended: isNew.delete(downloadId) ? 1 : 0,
      completed: Number(isWhole(after.sent, sizeBytes)) - Number(isWhole(before.sent, sizeBytes)),
      sentBytes: bytesIn(after.sent) - bytesIn(before.sent),
    });
  }
  const cutShort = new Set(open.filter(({ isCutShort }) => isCutShort).map(({ downloadId }) => downloadId));
  for (const { id, cutShort: was } of rows) if (was === 1) cutShort.add(id);
  const written = [...partial].map(([id, { sent, broken }]) => ({
    id,
    cutShort: cutShort.has(id) ? 1 : 0,
    sentParts: JSON.stringify(sent),
    brokenParts: JSON.stringify(broken),
  }));
  if (written.length > 0) await writePartial(tx, { rows: JSON.stringify(written) });
}

const idRows = (ids: number[]) => JSON.stringify(ids.map((id) => ({ id })));

interface PartialRow {
  id: number;
  /** Empty for a new row. */
  sentParts: string;
  brokenParts: string;
  cutShort: number;
}

const partialOf = ({ sentParts, brokenParts }: Pick<PartialRow, "sentParts" | "brokenParts">): PartialDownload =>
  sentParts === "" ? nothingSent : { sent: JSON.parse(sentParts), broken: JSON.parse(brokenParts) };

/** Sums by file and day. */
class Days {
  readonly #days = new Map<string, TransferDay>();

  add(note: TransferNote, counts: Pick<TransferDay, "ended" | "completed" | "sentBytes">): void {
    const { accountId, productId, fileId, event, milliseconds } = note;
    const day = dayOf(note.at);
    const key = `${productId} ${fileId} ${day}`;
    const nothing = { ended: 0, completed: 0, sentBytes: 0, timedBytes: 0, timedMilliseconds: 0 };
    const sum = this.#days.get(key) ?? { accountId, productId, fileId, day, ...nothing };
    sum.ended += counts.ended;
    sum.completed += counts.completed;
    sum.sentBytes += counts.sentBytes;
    if (milliseconds !== null && event.kind === "ended") {
      sum.timedBytes += event.sentTo - event.from;
      sum.timedMilliseconds += milliseconds;
    }
    this.#days.set(key, sum);
  }

  all(): TransferDay[] {
    return [...this.#days.values()].filter(({ ended, sentBytes, timedBytes }) => ended + sentBytes + timedBytes !== 0);
  }
}

/** The progress of a download. */
export interface Progress {
  isComplete: boolean;
  /** At least this many distinct bytes were sent; null if unknown. */
  sentBytes: number | null;
}

/** The progress of these downloads, by row number. Leaves out downloads with unknown progress. */
export async function progressOf(
  reader: Reader,
  downloads: { id: number; sizeBytes: number }[],
): Promise<Map<number, Progress>> {
  const found = new Map<number, Progress>();
  if (downloads.length === 0) return found;
  const sizes = new Map(downloads.map(({ id, sizeBytes }) => [id, sizeBytes]));
  const ids = idRows([...sizes.keys()]);
  for (const row of await partialAmong(reader, { ids })) {
    const { sent } = partialOf(row);
    const isComplete = isWhole(sent, sizes.get(row.id) ?? 0);
    found.set(row.id, { isComplete, sentBytes: bytesIn(sent) || null });
  }
  for (const { id } of await sentAmong(reader, { ids })) {
    found.set(id, { isComplete: true, sentBytes: sizes.get(id) ?? null });
  }
  return found;
}

async function partialWithin(tx: Tx, runs: Run[]): Promise<Set<number>> {
  if (runs.length === 0) return new Set();
  const rows = await partialInRuns(tx, { rows: JSON.stringify(runs) });
  return new Set(rows.map(({ id }) => id));
}

const runColumns = { first: "integer", last: "integer" } as const;

const partialInRuns = prepared<{ rows: string }, { id: number }>((db, { rows }) =>
  db
    .selectFrom(rowSet(db, "run", runColumns, rows))
    .innerJoin("partial_downloads as partial", (join) =>
      join.onRef("partial.download_id", ">=", "run.first").onRef("partial.download_id", "<=", "run.last"),
    )
    .select("partial.download_id as id"),
);

const insertSent = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("sent_downloads")
    .columns(["first_id", "last_id"])
    .expression(({ selectFrom }) => selectFrom(rowSet(db, "run", runColumns, rows)).select(["run.first", "run.last"])),
);

/** Returns the downloads that are in a run. Their run is the last one that begins at or before them. */
const sentAmong = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  db
    .selectFrom(rowSet(db, "listed", { id: "integer" }, ids))
    .select("listed.id")
    .whereRef("listed.id", "<=", (eb) =>
      eb
        .selectFrom("sent_downloads as run")
        .select("run.last_id")
        .whereRef("run.first_id", "<=", "listed.id")
        .orderBy("run.first_id", "desc")
        .limit(sql.lit(1)),
    ),
);

const partialColumns = [
  ...(["download_id as id", "sent_parts as sentParts", "broken_parts as brokenParts"] as const),
  "cut_short as cutShort",
] as const;

const partialAmong = prepared<{ ids: string }, PartialRow>((db, { ids }) =>
  db
    .selectFrom("partial_downloads")
    .innerJoin(rowSet(db, "listed", { id: "integer" }, ids), "listed.id", "partial_downloads.download_id")
    .select(partialColumns),
);

/** Creates missing rows, and locks all rows until the transaction ends. */
const lockPartial = prepared<{ ids: string }, PartialRow>((db, { ids }) =>
  db
    .insertInto("partial_downloads")
    .columns(["download_id", "sent_parts", "broken_parts"])
    .expression((eb) =>
      eb
        .selectFrom(rowSet(db, "listed", { id: "integer" }, ids))
        .select(["listed.id", eb.val("").as("sent_parts"), eb.val("").as("broken_parts")])
        // Without this, SQLite would read the `on` of `on conflict` as part of a join.
        .where(eb.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.column("download_id").doUpdateSet(({ ref }) => ({ sent_parts: ref("partial_downloads.sent_parts") })),
    )
    .returning(partialColumns),
);

/** Locks the existing rows. */
const lockKnown = prepared<{ ids: string }, PartialRow>((db, { ids }) =>
  db
    .updateTable("partial_downloads")
    .set(({ ref }) => ({ sent_parts: ref("sent_parts") }))
    .where("download_id", "in", valueSet(db, "integer", ids))
    .returning(partialColumns),
);

const writePartial = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("partial_downloads")
    .columns(["download_id", "sent_parts", "broken_parts", "cut_short"])
    .expression((eb) =>
      eb
        .selectFrom(
          rowSet(
            db,
            "partial",
            {
              download_id: ["id", "integer"],
              sent_parts: ["sentParts", "text"],
              broken_parts: ["brokenParts", "text"],
              cut_short: ["cutShort", "integer"],
            } as const,
            rows,
          ),
        )
        .select(["partial.download_id", "partial.sent_parts", "partial.broken_parts", "partial.cut_short"])
        .where(eb.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.column("download_id").doUpdateSet(({ ref }) => ({
        sent_parts: ref("excluded.sent_parts"),
        broken_parts: ref("excluded.broken_parts"),
        cut_short: ref("excluded.cut_short"),
      })),
    ),
);
