/** A queue in which accounts take turns, however much one of them requests. */
export interface FairQueue<Item> {
  add(accountId: number, item: Item): void;
  /** The oldest item of the account whose turn it is; null if the queue is empty. */
  take(): Item | null;
  /** Removes and returns everything. */
  clear(): Item[];
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order of turns; no list is empty. */
  const waiting = new Map<number, Item[]>();
  return {
    add(accountId, item) {
      const items = waiting.get(accountId);
      if (items) items.push(item);
      else waiting.set(accountId, [item]);
    },
    take() {
      const [turn] = waiting;
      if (!turn) return null;
      const [accountId, items] = turn;
      const item = items.shift() ?? null;
      waiting.delete(accountId);
      if (items.length > 0) waiting.set(accountId, items);
      return item;
    },
    clear() {
      const items = [...waiting.values()].flat();
      waiting.clear();
      return items;
    },
  };
}
