import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";

/** Calls that are kept for each account. */
export const keptRequests = 1_000;

/** A call of an account's API. */
export interface ApiRequest {
  accountId: number;
  /** Null for the account's key and token. */
  keyId: number | null;
  keyName: string | null;
  method: string;
  path: string;
  status: number;
  /** Milliseconds until the response began. */
  duration: number;
  requestId: string;
  at: Instant;
}

const columns = {
  account_id: ["accountId", "integer"],
  api_key_id: ["keyId", "integer"],
  api_key_name: ["keyName", "text"],
  method: "text",
  path: "text",
  status: "integer",
  duration: "integer",
  request_id: ["requestId", "text"],
  at: "integer",
} as const;

const names = Object.keys(columns) as (keyof typeof columns)[];

/** Writes any number of calls with one statement. */
export async function writeRequests(tx: Tx, requests: ApiRequest[]): Promise<void> {
  await insertRequests(tx, { rows: JSON.stringify(requests) });
}

const insertRequests = prepared<{ rows: string }, unknown>((db, { rows }) =>
  db
    .insertInto("api_requests")
    .columns(names)
    .expression(db.selectFrom(rowSet(db, "made", columns, rows)).select(names) as never),
);

/** Which calls to list. All criteria that are present must match. */
export interface RequestFilter {
  keyId?: number | undefined;
  /** Text in the path, or the whole request ID. */
  text?: string | undefined;
  method?: string | undefined;
  /** The status, or the first digit of it. */
  status?: number | undefined;
}

export type ListedRequest = ApiRequest & { id: number };

/** One page of the account's last calls, newest first, and how many match. There are few enough to read them all. */
export async function listRequests(
  reader: Reader,
  accountId: number,
  { keyId, text, method, status }: RequestFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ requests: ListedRequest[]; total: number }> {
  const rows: ListedRequest[] = await reader
    .selectFrom("api_requests")
    .select(["id", "account_id as accountId", "api_key_id as keyId", "api_key_name as keyName"])
    .select(["method", "path", "status", "duration", "request_id as requestId", "at"])
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(keptRequests)
    .execute();
  const wanted = text?.toLowerCase();
  const found = rows.filter(
    (row) =>
      (keyId === undefined || row.keyId === keyId) &&
      (method === undefined || row.method === method) &&
      (status === undefined || row.status === status || Math.floor(row.status / 100) === status) &&
      (wanted === undefined || row.path.toLowerCase().includes(wanted) || row.requestId.toLowerCase() === wanted),
  );
  return { requests: found.slice(offset, offset + limit), total: found.length };
}

/** Deletes up to `most` of the account's calls beyond those that are kept. Returns whether there may be more. */
export async function removeOlderRequests(tx: Tx, accountId: number, most: number): Promise<boolean> {
  const old = await tx
    .selectFrom("api_requests")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .offset(keptRequests)
    .limit(most)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("api_requests").where("id", "in", ids).execute();
  return ids.length === most;
}

/** The accounts that have more calls than are kept. */
export async function accountsWithOlderRequests(reader: Reader): Promise<number[]> {
  const rows = await reader
    .selectFrom("api_requests")
    .select("account_id as accountId")
    .groupBy("account_id")
    .having(({ fn }) => fn.countAll(), ">", keptRequests)
    .execute();
  return rows.map(({ accountId }) => accountId);
}
