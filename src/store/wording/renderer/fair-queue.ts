/** What waits, by account: accounts take turns, however much one of them asks for. */
interface FairQueue<Item> {
  add(accountId: number, item: Item): void;
  /** The oldest of the account whose turn it is; null when nothing waits. */
  take(): Item | null;
  /** Everything that waits, taken out. */
  clear(): Item[];
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order of their turns; none is empty. */
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
