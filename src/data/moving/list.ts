import { giveWay } from "../../platform/give-way.ts";
import { type OldRecord, readRecord } from "./old-record.ts";
import type { OldService } from "./old-service.ts";
import { OldServiceProblem } from "./problem.ts";

/** Records in a page, and in a batch. */
const pageSize = 1000;
const batchSize = 100;

/** Most records held in memory if a service ignores page numbers. */
const mostHeld = 100_000;

/** The list to read, and the functions to call. */
interface ListReading {
  path: string;
  root: string;
  /** Called with the oldest records first. A record may come twice. */
  handle(batch: OldRecord[]): Promise<void>;
  /** Called with the number of finished pages, and of all pages. */
  progress(done: number, total: number): void;
}

/**
 * Reads a whole list of the old service. Its lists begin with the newest record, but we write the oldest first. So it
 * reads from the last page to the first, and misses nothing while the list grows. If the service ignores page numbers,
 * it reads the list at once; with more than `mostHeld` records, it keeps the order only within that many.
 */
export async function readList(service: OldService, { path, root, handle, progress }: ListReading): Promise<void> {
  const handleAll = async (records: string[]) => {
    const inOrder = records.toReversed();
    for (let start = 0; start < inOrder.length; start += batchSize) {
      const batch: OldRecord[] = [];
      for (const xml of inOrder.slice(start, start + batchSize)) {
        await giveWay();
        batch.push(parsed(xml, path));
      }
      await handle(batch);
    }
  };
  const page = (number: number, overflow: Overflow = rejectOverflow) =>
    readPage(service, { path: `${path}?page=${number}&per_page=${pageSize}`, root, overflow });
  const first = await page(1, handleAll);
  const last = first.length > pageSize ? 1 : await lastPage(first, page);
  for (let number = last; number >= 1; number--) {
    await handleAll(last === 1 ? first : await page(number));
    progress(last - number + 1, last);
  }
}

/** Handles records beyond the limit. */
type Overflow = (records: string[]) => Promise<void>;

const rejectOverflow: Overflow = async () => {
  throw new OldServiceProblem("The old service answers pages of different kinds. Start again later.");
};

function readPage(
  service: OldService,
  { path, root, overflow }: { path: string; root: string; overflow: Overflow },
): Promise<string[]> {
  let hasBegun = false;
  return service.records(path, root, async (pieces) => {
    if (hasBegun)
      throw new OldServiceProblem(`The answer to ${path} broke off. Start again: it resumes where it stopped.`);
    const held: string[] = [];
    for await (const records of pieces) {
      held.push(...records);
      if (held.length < mostHeld) continue;
      hasBegun = true;
      await overflow(held.splice(0));
    }
    return held;
  });
}

/** The number of the last page that has records. */
async function lastPage(first: string[], page: (number: number) => Promise<string[]>): Promise<number> {
  const newest = first[0];
  if (newest === undefined) return 1;
  // If a page contains the newest record again, the service ignores page numbers.
  const isThere = async (number: number) => {
    const records = await page(number);
    return records.length > 0 && !records.some((xml) => keyOf(xml) === keyOf(newest));
  };
  let there = 1;
  let beyond = 2;
  while (await isThere(beyond)) {
    there = beyond;
    beyond *= 2;
  }
  while (beyond - there > 1) {
    const middle = Math.floor((there + beyond) / 2);
    if (await isThere(middle)) there = middle;
    else beyond = middle;
  }
  return there;
}

/** The identifier of a record: its `id` or, for an item, its `sku`. */
const keyOf = (xml: string) => /<(id|sku)[\s>][^<]*/.exec(xml)?.[0] ?? xml;

function parsed(xml: string, path: string): OldRecord {
  const record = readRecord(xml);
  if (record) return record;
  throw new OldServiceProblem(`The answer to ${path} is not well-formed XML: ${xml.slice(0, 80)}`);
}
