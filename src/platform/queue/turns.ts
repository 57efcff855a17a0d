/** Turns between stores, and between what each store has waiting, such as its endpoints or shops. */

/** Whose turn it is. */
export interface Turns {
  /** By account, the ID that had the last turn. Accounts are in the order of their last turns, the oldest first. */
  last: Map<number, number>;
  /** The next step starts after this ID. */
  after: number;
}

export const newTurns = (): Turns => ({ last: new Map(), after: 0 });

/** Limits how much may be in progress. */
export interface Places<One> {
  hasRoom(one: One): boolean;
  take(one: One): void;
}

/**
 * Shares up to `count` places among what is ready, by ID: stores take turns, and within each store its IDs take turns,
 * while there is room.
 */
export function shareTurns<One extends { id: number; accountId: number }>(
  turns: Turns,
  ready: One[],
  places: Places<One>,
  count: number,
): Map<number, number> {
  const ofStores = Map.groupBy(ready, ({ accountId }) => accountId);
  const rested = [...ofStores.keys()].filter((id) => !turns.last.has(id));
  turns.last = new Map([...rested.map((id) => [id, 0] as const), ...turns.last]);
  const shares = new Map<number, number>();
  let given = 0;
  for (let before = -1; given < count && given > before; ) {
    before = given;
    for (const [accountId, last] of [...turns.last]) {
      const free = (ofStores.get(accountId) ?? []).filter((one) => places.hasRoom(one));
      const next = free.find(({ id }) => id > last) ?? free[0];
      if (!next || given === count) continue;
      places.take(next);
      turns.last.delete(accountId);
      turns.last.set(accountId, next.id);
      shares.set(next.id, (shares.get(next.id) ?? 0) + 1);
      given++;
    }
  }
  for (const id of turns.last.keys()) if (!ofStores.has(id)) turns.last.delete(id);
  return shares;
}
