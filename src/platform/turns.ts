/** Turns between stores, and between what each store has in line, such as its endpoints or its shops. */

/** Whose turn it is. */
export interface Turns {
  /** By account, what had its last turn; first the account whose last turn is longest ago. */
  last: Map<number, number>;
  /** The next step looks at IDs after this one. */
  after: number;
}

export const newTurns = (): Turns => ({ last: new Map(), after: 0 });

/** What limits how much of one thing may be under way. */
export interface Places<One> {
  hasRoom(one: One): boolean;
  take(one: One): void;
}

/**
 * How many of up to `count` places each of what is ready gets, by its ID: the stores take turns, and what each store has takes turns
 * too, as long as there is room.
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
