import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Tx } from "../../database/database.ts";
import { DomainError } from "../../errors.ts";
import { type Answer, writeOnce } from "../../idempotency/write-once.ts";
import type { V3Env } from "./environment.ts";

/** What names a request so that it can be sent again. */
export const idempotencyHeaders = z.object({
  "idempotency-key": z
    .string()
    .optional()
    .openapi({ description: "Up to 255 characters; the same key with the same request gets the first answer again." }),
});

/** One for each request, however many units it has. */
const hashes = new WeakMap<Request, string>();

/**
 * Runs a unit that writes and answers: with an `Idempotency-Key` once, as `writeOnce` says, else as often as it is sent.
 * `part` tells the units of one request apart. Throws `invalid` for a key that is too long, or was used with another
 * request.
 */
export async function writeOncePerKey(
  c: Context<V3Env>,
  unit: (tx: Tx) => Promise<Answer>,
  part?: number,
): Promise<Pick<Answer, "status" | "body">> {
  const { services, account, now } = c.var;
  const given = c.req.header("idempotency-key");
  if (!given) return services.db.write(unit);
  rejectLongKey(given);
  const key = part === undefined ? given : `${given} ${part}`;
  return writeOnce(services.db, { accountId: account.id, key, hash: hashRequest(c) }, unit, now);
}

function rejectLongKey(key: string): void {
  if (key.length <= 255) return;
  const message = "must have at most 255 characters";
  throw new DomainError("invalid", `Idempotency-Key ${message}.`, [{ field: "Idempotency-Key", message }]);
}

/** SHA-256 of method, path and body, in hexadecimal. */
function hashRequest(c: Context<V3Env>): string {
  const known = hashes.get(c.req.raw);
  if (known !== undefined) return known;
  const hash = createHash("sha256").update(`${c.req.method} ${c.req.path}\n${c.var.requestBody}`).digest("hex");
  hashes.set(c.req.raw, hash);
  return hash;
}
