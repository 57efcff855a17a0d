import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { distinctValues } from "../../platform/database/distinct-values.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { type Places, shareTurns, type Turns } from "../../platform/queue/turns.ts";

/** Maximum number of deliveries in progress at the same time, for all servers of a database together. */
const places = {
  /** A slow endpoint leaves room for the others of its store. */
  endpoint: 8,
  /** One store leaves room for the others, however many endpoints it has. */
  store: 10,
  /** For an endpoint whose last attempt failed, until one succeeds: it may keep its place as long as an attempt can take. */
  failingEndpoint: 1,
  /** For all such endpoints of one store. */
  failingOfStore: 3,
  /** For all such endpoints. Working endpoints always have room. */
  failing: 20,
};

/** Endpoints to check in one step. If there are more, the next step continues with them. */
const mostEndpoints = 500;

/**
 * For up to `count` deliveries that are ready: how many each endpoint gets, by its ID. The stores take turns, and so do the
 * endpoints of each store, as long as they have places. Deliveries in progress on other servers count, except those that are
 * being taken at this moment.
 */
export async function nextTurns(reader: Reader, turns: Turns, count: number): Promise<Map<number, number>> {
  const ready = await readyEndpoints(reader, { after: turns.after, most: mostEndpoints });
  turns.after = ready.length === mostEndpoints ? (ready.at(-1)?.id ?? 0) : 0;
  return ready.length === 0
    ? new Map()
    : shareTurns(turns, ready, new EndpointPlaces(await underwayTo(reader, {})), count);
}

interface Endpoint {
  id: number;
  accountId: number;
  /** 1 after a failure. */
  isFailing: number;
}

/** The deliveries in progress, by their limits. */
class EndpointPlaces implements Places<Endpoint> {
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

/** Looks once into the index `webhook_deliveries_ready` for each endpoint, however many deliveries wait for it. */
const readyEndpoints = prepared<{ after: number; most: number }, Endpoint>((db, { after, most }) => {
  // The same condition as in the index.
  const rows = sql`from webhook_deliveries where state = 'ready' and lease_expires_at is null`;
  return sql<Endpoint>`
    with recursive ${distinctValues("ready", "endpoint_id", rows, { after, most })}
    select ${endpointColumns}
    from ready inner join webhook_endpoints as endpoint on endpoint.id = ready.value
    order by endpoint.id`.compile(db);
});

/** Each server has a few in progress, so all of them are counted, in the index `webhook_deliveries_leases`. */
const underwayTo = prepared<Record<never, never>, Endpoint & { count: number }>((db) =>
  sql<Endpoint & { count: number }>`
    select ${endpointColumns}, count(*) as count
    from webhook_deliveries as delivery inner join webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
    where delivery.lease_expires_at is not null
    group by endpoint.id, endpoint.account_id, endpoint.failing_since`.compile(db),
);
