import type { Tx } from "../../../platform/database/database.ts";
import { inSlices } from "../../../platform/database/slices.ts";
import { giveWay } from "../../../platform/give-way.ts";
import { lockNextNumber, setNextNumber, takeNextNumbers } from "../../../store/accounts/order-numbers.ts";
import { takenIds } from "../id-conflicts.ts";

/** Takes the account's next unused order number, even if callers have used many numbers as IDs. */
export async function takeFreeNumber(tx: Tx, accountId: number): Promise<string> {
  const [number] = await freeNumbers(tx, accountId, 1, new Set());
  if (number === undefined) throw new Error("There is no free order number.");
  return number;
}

/** Takes the account's next `count` order numbers. Some may be in use, because callers can choose IDs. */
export async function takeOrderNumbers(tx: Tx, accountId: number, count: number): Promise<string[]> {
  if (count === 0) return [];
  const first = await takeNextNumbers(tx, accountId, count);
  return Array.from({ length: count }, (_, index) => String(first + index));
}

/** Gives each row without an ID the account's next unused number, and moves the account's counter past all of them. */
export async function giveNumbers<Row extends { id: string | null }>(
  tx: Tx,
  accountId: number,
  rows: Row[],
): Promise<(Row & { id: string })[]> {
  const given = new Set<string>();
  for (const { id } of rows) {
    await giveWay();
    if (id !== null) given.add(id);
  }
  const free = await freeNumbers(tx, accountId, rows.length - given.size, given);
  const numbered: (Row & { id: string })[] = [];
  for (const row of rows) {
    await giveWay();
    numbered.push({ ...row, id: row.id ?? (free.pop() as string) });
  }
  return numbered;
}

/** Maximum number of order numbers that one query checks, if many are in use. */
const widestWindow = 10_000;

/** Returns `count` unused numbers, smallest last. */
async function freeNumbers(tx: Tx, accountId: number, count: number, given: Set<string>): Promise<string[]> {
  let next = await lockNextNumber(tx, accountId);
  const free: string[] = [];
  for (let window = Math.min(count, widestWindow); free.length < count; window = Math.min(4 * window, widestWindow)) {
    const numbers = Array.from({ length: window }, (_, index) => String(next + index));
    const taken = await takenAmong(tx, accountId, numbers);
    const usable = numbers.filter((number) => !given.has(number) && !taken.has(number));
    for (const number of usable.slice(0, count - free.length)) free.push(number);
    next = free.length === count ? Number(free.at(-1)) + 1 : next + window;
  }
  // So later orders need not try these numbers one by one.
  while (given.has(String(next))) next++;
  await setNextNumber(tx, accountId, next);
  return free.toReversed();
}

async function takenAmong(tx: Tx, accountId: number, numbers: string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  await inSlices(numbers, async (slice) => {
    for (const id of await takenIds(tx, accountId, "publicId", slice)) taken.add(id);
  });
  return taken;
}

/** Whether this order id is written as an integer (docs/reference/unversioned-interface.md, Orders). */
export function isIntegerId(publicId: string): boolean {
  return /^(0|-?[1-9]\d*)$/.test(publicId);
}
