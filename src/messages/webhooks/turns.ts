import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";

/** Deliveries that may be under way at the same time, from all servers of a database together. */
const places = {
  /** A slow endpoint leaves room for the others of its store. */
  endpoint: 8,
  /** One store leaves room for the others, however many endpoints it has. */
  store: 10,
  /** To an endpoint whose last attempt failed, until one succeeds: it may keep its place as long as an attempt can take. */
  failingEndpoint: 1,
  /** To all such endpoints of one store. */
  failingOfStore: 3,
  /** To all such endpoints. What works always has room. */
  failing: 20,
};

/** Endpoints that are looked at in one step. If there are more, the next step goes on with them. */
const mostEndpoints = 500;

/** Whose turn it is. */
export interface Turns {
  /** By account, the endpoint that had its last turn; first the account whose last turn is longest ago. */
  last: Map<number, number>;
  /** The next step looks at endpoints after this one. */
  after: number;
}

export const newTurns = (): Turns => ({ last: new Map(), after: 0 });

/**
 * For up to `count` deliveries that are ready, how many each endpoint gets by its ID: the stores take turns, and the endpoints of
 * each store, as long as they have places. What other servers have under way counts, except for what they take at this moment.
 */
export async function nextTurns(reader: Reader, turns: Turns, count: number): Promise<Map<number, number>> {
  const ready = await readyEndpoints(reader, { after: turns.after, most: mostEndpoints });
  turns.after = ready.length === mostEndpoints ? (ready.at(-1)?.id ?? 0) : 0;
  return ready.length === 0 ? new Map() : share(turns, ready, new Places(await underwayTo(reader, {})), count);
}

interface Endpoint {
  id: number;
  accountId: number;
  /** 1 after a failure. */
  isFailing: number;
}

function share(turns: Turns, ready: Endpoint[], taken: Places, count: number): Map<number, number> {
  const ofStores = Map.groupBy(ready, ({ accountId }) => accountId);
  const rested = [...ofStores.keys()].filter((id) => !turns.last.has(id));
  turns.last = new Map([...rested.map((id) => [id, 0] as const), ...turns.last]);
  const shares = new Map<number, number>();
  let given = 0;
  for (let before = -1; given < count && given > before; ) {
    before = given;
    for (const [accountId, last] of [...turns.last]) {
      const free = (ofStores.get(accountId) ?? []).filter((endpoint) => taken.hasRoom(endpoint));
      const next = free.find(({ id }) => id > last) ?? free[0];
      if (!next || given === count) continue;
      taken.take(next);
      turns.last.delete(accountId);
      turns.last.set(accountId, next.id);
      shares.set(next.id, (shares.get(next.id) ?? 0) + 1);
      given++;
    }
  }
  for (const id of turns.last.keys()) if (!ofStores.has(id)) turns.last.delete(id);
  return shares;
}

/** What is under way, by what limits it. */
class Places {
  private readonly taken = new Map<string, number>();

  constructor(underway: (Endpoint & { count: number })[]) {
    for (const { count, ...endpoint } of underway) this.take(endpoint, Number(count));
  }

  hasRoom(endpoint: Endpoint): boolean {
    return limitsOf(endpoint).every(([name, most]) => (this.taken.get(name) ?? 0) < most);
  }

  take(endpoint: Endpoint, count = 1): void {
    for (const [name] of limitsOf(endpoint)) this.taken.set(name, (this.taken.get(name) ?? 0) + count);
  }
}

const limitsOf = ({ id, accountId, isFailing }: Endpoint): [name: string, most: number][] => [
  [`endpoint ${id}`, isFailing ? places.failingEndpoint : places.endpoint],
  [`store ${accountId}`, places.store],
  ...(isFailing
    ? ([
        [`failing of store ${accountId}`, places.failingOfStore],
        ["failing", places.failing],
      ] satisfies [string, number][])
    : []),
];

const endpointColumns = sql`
  endpoint.id, endpoint.account_id as "accountId", case when endpoint.failing_since is null then 0 else 1 end as "isFailing"`;

/** One look into the index `webhook_deliveries_ready` for each endpoint, however many deliveries wait for it. */
const readyEndpoints = prepared<{ after: number; most: number }, Endpoint>((db, { after, most }) => {
  // Written as in the index.
  const first = sql`select min(endpoint_id) from webhook_deliveries where state = 'ready' and lease_expires_at is null`;
  return sql<Endpoint>`
    with recursive ready(endpoint_id, number) as (
      select (${first} and endpoint_id > ${after}), 1
      union all
      select (${first} and endpoint_id > ready.endpoint_id), number + 1
      from ready where ready.endpoint_id is not null and number < ${most}
    )
    select ${endpointColumns}
    from ready inner join webhook_endpoints as endpoint on endpoint.id = ready.endpoint_id
    order by endpoint.id`.compile(db);
});

/** Each server has a few under way, so all of them are counted, in the index `webhook_deliveries_leases`. */
const underwayTo = prepared<Record<never, never>, Endpoint & { count: number }>((db) =>
  sql<Endpoint & { count: number }>`
    select ${endpointColumns}, count(*) as count
    from webhook_deliveries as delivery inner join webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
    where delivery.lease_expires_at is not null
    group by endpoint.id, endpoint.account_id, endpoint.failing_since`.compile(db),
);
