import type { Database, Reader, Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import type { EmailsTable, EmailTriesTable } from "../../../platform/database/schema.ts";
import type { Instant } from "../../../platform/instants.ts";
import { noteChangedOrders } from "../../../store/order-changes/note-changes.ts";
import { countEmail } from "../../../store/statistics/count.ts";
import { recordEvents } from "../../webhooks/record-events.ts";
import { maskAddresses } from "../transport/server-words.ts";
import { type ClaimedEmail, heldBy } from "./leases.ts";
import { type MailTiming, nextAttemptAt } from "./timing.ts";

export interface AttemptResult {
  outcome: EmailTriesTable["outcome"];
  /** The mail server's reply, as stored. */
  response: string;
  /** When the attempt ended. */
  at: Instant;
  /** Whether the message may have been accepted, so that later attempts must send exactly the same. */
  mayBeAccepted: boolean;
}

/**
 * Records the result of an attempt and gives the message back. Returns false and records nothing if the attempt's lease has
 * ended. Safe to repeat if it is unknown whether it was committed. If the order was deleted meanwhile, the server's reply is
 * recorded without an address. With `bare`, only the email's own row changes: the attempt is neither listed nor counted.
 */
export async function recordAttempt(
  db: Database,
  timing: MailTiming,
  email: ClaimedEmail,
  result: AttemptResult,
  { bare = false } = {},
): Promise<boolean> {
  const next = result.outcome === "temporary_failure" ? nextAttemptAt(timing, email, result.at) : null;
  return db.write(async (tx) => {
    const { id, attempts } = email;
    const accepted = result.outcome === "sent" || result.outcome === "kept" ? result.outcome : null;
    const isFinished = accepted !== null && (await finish(tx, email, { outcome: accepted, at: result.at }));
    const [held] = isFinished ? [{ status: accepted }] : await giveBack(tx, { id, attempts });
    if (!held) return false;
    const canceled = held.status === "cancelled";
    if (!bare) {
      const response = canceled ? maskAddresses(result.response) : result.response;
      await insertAttempt(tx, { id, at: result.at, outcome: result.outcome, response });
    }
    if (next === null) await noteOrderOf(tx, email);
    const update = tx.updateTable("emails").where("id", "=", id);
    if (accepted !== null) {
      if (!isFinished) await update.set({ status: accepted, sent_at: result.at, ...contentKept(email) }).execute();
      if (!bare && result.outcome === "sent" && email.kind === "delivery" && !(await isOfTest(tx, email))) {
        await countEmail(tx, email.accountId, result.at);
      }
      if (result.outcome === "sent") await recordOutcome(tx, email, "email.sent", result.at);
    } else if (canceled) return true;
    else if (next === null) {
      await update.set({ status: "failed", ...contentKept(email) }).execute();
      await recordOutcome(tx, email, "email.failed", result.at);
    } else {
      await update
        .set({
          lane: null,
          next_attempt_at: next,
          first_tried_at: email.firstTriedAt ?? result.at,
          refused_attempts: email.refusedAttempts + (result.mayBeAccepted ? 0 : 1),
        })
        .execute();
    }
    return true;
  });
}

const giveBack = prepared<Pick<ClaimedEmail, "id" | "attempts">, Pick<EmailsTable, "status">>((db, email) =>
  heldBy(db, email).set({ lease_expires_at: null }).returning("status"),
);

const insertAttempt = prepared<Pick<AttemptResult, "outcome" | "response" | "at"> & { id: number }, never>(
  (db, { id, at, outcome, response }) =>
    db.insertInto("email_tries").values({ email_id: id, tried_at: at, outcome, response }),
);

/** Figures leave out test orders, whose emails go to the store's owner. */
async function isOfTest(tx: Tx, { orderId }: ClaimedEmail): Promise<boolean> {
  if (orderId === null) return false;
  const [order] = await testOfOrder(tx, { orderId });
  return order?.test === 1;
}

/** Crosses domains: orders are a layer above emails, and know whether they are tests. */
const testOfOrder = prepared<{ orderId: number }, { test: number }>((db, { orderId }) =>
  db.selectFrom("orders").select("test").where("id", "=", orderId),
);

/** Tells the store's webhook endpoints about the result of a delivery email. */
async function recordOutcome(
  tx: Tx,
  { id, accountId, orderId, kind }: ClaimedEmail,
  event: "email.sent" | "email.failed",
  at: Instant,
): Promise<void> {
  if (kind === "delivery") await recordEvents(tx, [{ accountId, kind: event, orderId, subjectId: id, at }]);
}

/** A finished email is not sent again, and a person's link must not stay in the database longer than needed. */
const blank = { text_body: null, html_body: null };

/** A customer's delivery email stays readable for the store. */
const contentKept = ({ kind }: Pick<ClaimedEmail, "kind">) => (kind === "delivery" ? {} : blank);

/**
 * Gives the email back as accepted, in one statement. Returns false, and changes nothing, if it was canceled meanwhile, or the
 * attempt's lease has ended.
 */
async function finish(
  tx: Tx,
  { id, attempts, kind }: ClaimedEmail,
  { outcome, at }: Pick<Accepted, "outcome" | "at">,
): Promise<boolean> {
  const finished = await (kind === "delivery" ? finishWhole : finishBlank)(tx, { id, attempts, outcome, at });
  return finished.length > 0;
}

type Accepted = { id: number; attempts: number; outcome: "sent" | "kept"; at: Instant };

const finishing = (db: Reader, { id, attempts, outcome, at }: Accepted) =>
  heldBy(db, { id, attempts })
    .set({ lease_expires_at: null, status: outcome, sent_at: at })
    .where("status", "=", "queued")
    .returning("id");

const finishWhole = prepared<Accepted, { id: number }>(finishing);
const finishBlank = prepared<Accepted, { id: number }>((db, values) => finishing(db, values).set(blank));

/** Ends a claimed email without an attempt. Returns false, and changes nothing, if the attempt's lease has ended. */
export async function endUntried(
  tx: Tx,
  email: ClaimedEmail,
  status: "failed" | "cancelled" | "over_allowance",
): Promise<boolean> {
  const ended = await heldBy(tx, email)
    .set({ status, lease_expires_at: null })
    .where("status", "=", "queued")
    .returning("id")
    .executeTakeFirst();
  if (ended) await noteOrderOf(tx, email);
  return ended !== undefined;
}

/** Removes a claimed email that nobody should get, including the address. */
export async function removeClaimed(tx: Tx, email: ClaimedEmail): Promise<void> {
  const held = await heldBy(tx, email).set({ status: "cancelled" }).returning("id").executeTakeFirst();
  if (!held) return;
  await tx.deleteFrom("email_tries").where("email_id", "=", email.id).execute();
  await tx.deleteFrom("emails").where("id", "=", email.id).execute();
}

/** The state of an order depends on the status of its email. */
async function noteOrderOf(tx: Tx, { kind, orderId }: ClaimedEmail): Promise<void> {
  if (kind === "delivery" && orderId !== null) await noteChangedOrders(tx, [orderId]);
}

/** Records why an email was not sent, for the store. */
export async function recordNotSent(
  tx: Tx,
  { id }: Pick<ClaimedEmail, "id">,
  reason: string,
  now: Instant,
): Promise<void> {
  await tx
    .insertInto("email_tries")
    .values({ email_id: id, tried_at: now, outcome: "not_sent", response: reason })
    .execute();
}
