import type { Selection } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { shared } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { locking } from "../../platform/database/row-locks.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { dayMilliseconds as day } from "../../platform/days.ts";
import { DomainError } from "../../platform/errors.ts";
import { randomIdentifier } from "../../platform/identifiers.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { accountByCustomDomain } from "./queries.ts";

const claimColumns = [
  "account_id as accountId",
  "domain",
  "token",
  "proved_at as provedAt",
  "failing_since as failingSince",
  "problem",
  "checked_at as checkedAt",
  "serves_until as servesUntil",
] as const;

/** The columns are explained in src/platform/database/schema/accounts.ts. */
export type DomainClaim = Selection<Schema, "domain_claims", (typeof claimColumns)[number]>;

/** Why a check did not verify a domain. */
export type ProofProblem =
  | "no_record"
  | "no_names"
  | "leads_elsewhere"
  | "unreachable"
  | "not_public"
  | "wrong_answer"
  | "taken";

const minute = 60_000;

/** After failing for this long, a verified domain is flagged, and another account may verify it. */
const flaggedAfter = 3 * day;

/** After failing for this long, it no longer serves the account. */
const droppedAfter = 30 * day;

/** A result of a check that a store must know about. */
export interface DomainNews {
  accountId: number;
  /** `unverified`: set before verification existed. `taken`: another account has verified it. */
  state: "unverified" | "failing" | "ended" | "taken";
  domain: string;
  /** When an unverified domain stops serving the account; null for other news. */
  servesUntil: Instant | null;
}

/** The domain that an account claims; null for none. */
export async function claimOf(reader: Reader, accountId: number): Promise<DomainClaim | null> {
  const [claim] = await claimsOf(reader, { accountId });
  return claim ?? null;
}

const claimsOf = shared(
  prepared<{ accountId: number }, DomainClaim>((db, { accountId }) =>
    db.selectFrom("domain_claims").select(claimColumns).where("account_id", "=", accountId),
  ),
);

/** Whether an account claims this domain with this token. */
export async function isClaim(reader: Reader, domain: string, token: string): Promise<boolean> {
  const claims = reader.selectFrom("domain_claims").select("account_id");
  const found = await claims.where("domain", "=", domain).where("token", "=", token).executeTakeFirst();
  return found !== undefined;
}

/** `unverified` until a check succeeds, `failing` if no check has succeeded for several days. */
export function domainStateOf(claim: DomainClaim, now: Instant): "unverified" | "verified" | "failing" {
  if (claim.provedAt === null) return "unverified";
  return claim.failingSince !== null && now - claim.failingSince >= flaggedAfter ? "failing" : "verified";
}

/**
 * Makes the account claim `domain`; null for none. The domain serves the account once it is verified; the previous one stops at
 * once. Throws `taken` for a domain that another account has verified.
 */
export async function claimDomain(tx: Tx, accountId: number, domain: string | null, now: Instant): Promise<void> {
  const before = await claimOf(tx, accountId);
  if (domain === (before?.domain ?? null)) return;
  if (domain !== null && (await holderOf(tx, accountId, domain, now)) === "keeps") {
    const message = "is already used by another account";
    throw new DomainError("taken", `The domain ${domain} ${message}.`, [{ field: "customDomain", message }]);
  }
  await stopServing(tx, accountId);
  await tx.deleteFrom("domain_claims").where("account_id", "=", accountId).execute();
  if (domain === null) return;
  const none = { proved_at: null, failing_since: null, problem: null, checked_at: null, serves_until: null };
  await tx
    .insertInto("domain_claims")
    .values({ account_id: accountId, domain, token: randomIdentifier(), next_check_at: instant(0), ...none })
    .execute();
}

/**
 * Records the result of a check; null if it succeeded. A verified domain starts to serve the account. If a check fails, the
 * domain continues for a while. Does nothing if the claim has changed, or a later check was recorded. `now` is when the check
 * began. Returns news, each only once.
 */
export async function recordCheck(
  tx: Tx,
  checked: DomainClaim,
  found: ProofProblem | null,
  now: Instant,
): Promise<DomainNews[]> {
  const held = tx.selectFrom("domain_claims").select(claimColumns).where("account_id", "=", checked.accountId);
  const claim = await locking(tx, held).executeTakeFirst();
  if (claim?.token !== checked.token || (claim.checkedAt ?? 0) > now) return [];
  const { accountId, domain } = claim;
  const holder = found === null ? await holderOf(tx, accountId, domain, now) : null;
  const problem = holder === "keeps" ? "taken" : found;
  const change =
    problem === null
      ? { provedAt: claim.provedAt ?? now, failingSince: null, servesUntil: null }
      : { failingSince: claim.provedAt === null ? null : (claim.failingSince ?? now) };
  const next = { ...claim, ...change, problem, checkedAt: now };
  const state = newStateOf(claim, next, now);
  if (problem === null) await serve(tx, accountId, domain, holder);
  else if (state === "ended") {
    await stopServing(tx, accountId);
    Object.assign(next, { provedAt: null, failingSince: null, servesUntil: null });
  }
  await tx
    .updateTable("domain_claims")
    .set({
      proved_at: next.provedAt,
      failing_since: next.failingSince,
      serves_until: next.servesUntil,
      problem,
      checked_at: now,
      next_check_at: instant(now + pauseAfter(next, claim.checkedAt)),
    })
    .where("account_id", "=", accountId)
    .execute();
  const news: DomainNews[] = state ? [{ accountId, state, domain, servesUntil: next.servesUntil }] : [];
  if (typeof holder === "number") news.push({ accountId: holder, state: "taken", domain, servesUntil: null });
  return news;
}

/** Null if there is no news. */
function newStateOf(before: DomainClaim, after: DomainClaim, now: Instant): DomainNews["state"] | null {
  if (hasEnded(after, now)) return "ended";
  if (after.servesUntil !== null && before.checkedAt === null) return "unverified";
  const wasFailing = domainStateOf(before, before.checkedAt ?? instant(0)) === "failing";
  return domainStateOf(after, now) === "failing" && !wasFailing ? "failing" : null;
}

/** Claims that are due for a check, the longest overdue first. */
export function dueClaims(reader: Reader, most: number, now: Instant): Promise<DomainClaim[]> {
  const due = reader.selectFrom("domain_claims").select(claimColumns).where("next_check_at", "<=", now);
  return due.orderBy("next_check_at").orderBy("account_id").limit(most).execute();
}

/** When the next check of any claim is due; null if none is. */
export async function nextCheckAt(reader: Reader): Promise<Instant | null> {
  const next = reader.selectFrom("domain_claims").select(({ fn }) => fn.min("next_check_at").as("at"));
  return (await next.executeTakeFirst())?.at ?? null;
}

/**
 * The other account that the domain serves: `keeps` if that account has verified it, otherwise its row number. Null if there is
 * none.
 */
async function holderOf(tx: Tx, accountId: number, domain: string, now: Instant): Promise<"keeps" | number | null> {
  const holder = (await accountByCustomDomain(tx, domain))?.account;
  if (!holder || holder.id === accountId) return null;
  const claim = await claimOf(tx, holder.id);
  return claim && domainStateOf(claim, now) === "verified" ? "keeps" : holder.id;
}

async function serve(tx: Tx, accountId: number, domain: string, before: number | "keeps" | null): Promise<void> {
  if (typeof before === "number") {
    await stopServing(tx, before);
    const unverified = { proved_at: null, failing_since: null, serves_until: null, problem: "taken" };
    await tx.updateTable("domain_claims").set(unverified).where("account_id", "=", before).execute();
  }
  await tx.updateTable("accounts").set({ custom_domain: domain }).where("id", "=", accountId).execute();
}

async function stopServing(tx: Tx, accountId: number): Promise<void> {
  await tx.updateTable("accounts").set({ custom_domain: null }).where("id", "=", accountId).execute();
}

function hasEnded({ failingSince, servesUntil }: DomainClaim, now: Instant): boolean {
  return (failingSince !== null && now - failingSince >= droppedAfter) || (servesUntil !== null && now >= servesUntil);
}

/** Milliseconds until the next check. A new domain is checked every minute at first, then less and less often. */
function pauseAfter({ provedAt, problem, checkedAt }: DomainClaim, checkedBefore: Instant | null): number {
  if (problem === null) return day;
  if (provedAt !== null) return 6 * 60 * minute;
  const waited = checkedBefore === null || checkedAt === null ? 0 : checkedAt - checkedBefore;
  return Math.min(day, Math.max(minute, 2 * waited));
}

/** Schedules the account's next check in an hour, after a check failed on our side. */
export async function postponeCheck(tx: Tx, accountId: number, now: Instant): Promise<void> {
  const next_check_at = instant(now + 60 * minute);
  await tx.updateTable("domain_claims").set({ next_check_at }).where("account_id", "=", accountId).execute();
}
