import { createHash, sign } from "node:crypto";
import type { License } from "../../delivery/license-checks/find-license.ts";
import { refusalOf, type Verdict, type VerdictCode } from "../../delivery/license-checks/verdict.ts";
import type { SigningKey } from "../../delivery/licenses/secrets.ts";
import type { Instant } from "../../platform/instants.ts";
import { writeHttpDate } from "../http-date.ts";
import type { NewMachine, Validation } from "./keygen-questions.ts";

/** The result of a validation, in Keygen's codes. */
export function validationDocument(verdict: Verdict, { nonce, scope }: Validation, now: Instant): Response {
  const code = scopeProblem(verdict.code, scope) ?? codeOf(verdict);
  const meta = {
    ts: new Date(now).toISOString(),
    valid: code === "VALID",
    detail: details[code] ?? "is outside of the scope that was asked for",
    code,
    ...(nonce === null ? {} : { nonce }),
    ...(scope === null ? {} : { scope }),
  };
  return document(200, { data: verdict.license && licenseResource(verdict.license, verdict, now, meta.ts), meta });
}

export const licenseDocument = (license: License, verdict: Verdict, now: Instant): Response =>
  document(200, { data: licenseResource(license, verdict, now, null) });

interface Machine extends Omit<NewMachine, "licenseId"> {
  id: string;
  license: License;
  /** Whether the program says so with this request: it is not kept. */
  isAlive: boolean;
}

/** A device. `id` is its keyed hash. Its fingerprint is not kept, so only a program that sends it gets it back. */
export function machineDocument(
  status: number,
  { id, fingerprint, name, license, isAlive }: Machine,
  now: Instant,
): Response {
  const at = new Date(now).toISOString();
  const attributes = {
    fingerprint,
    name: name === "" ? null : name,
    requireHeartbeat: false,
    heartbeatStatus: isAlive ? "ALIVE" : "NOT_STARTED",
    heartbeatDuration: 600,
    created: at,
    updated: at,
    metadata: {},
  };
  const relationships = { license: { data: { type: "licenses", id: String(license.id) } } };
  return document(status, { data: { type: "machines", id, attributes, relationships } });
}

/** Scopes of things that licenses here do not have. A request for one is refused; otherwise the scope would have no effect. */
const foreignScopes: Record<string, string> = {
  entitlements: "ENTITLEMENTS_MISSING",
  policy: "POLICY_SCOPE_MISMATCH",
  machine: "MACHINE_SCOPE_MISMATCH",
  user: "USER_SCOPE_MISMATCH",
  checksum: "CHECKSUM_SCOPE_MISMATCH",
  version: "VERSION_SCOPE_MISMATCH",
};

/** The code for a scope that no license fits; else null. */
function scopeProblem(code: VerdictCode, scope: Validation["scope"]): string | null {
  if (code !== "valid") return null;
  const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
  if (scope?.fingerprint == null && isEmptyList(scope?.fingerprints)) return "FINGERPRINT_SCOPE_EMPTY";
  const isAsked = (value: unknown) => value != null && value !== "" && !isEmptyList(value);
  const [asked] = Object.keys(foreignScopes).filter((name) => isAsked(scope?.[name]));
  return asked === undefined ? null : (foreignScopes[asked] ?? null);
}

function codeOf({ code, devices, license }: Verdict): string {
  if (code !== "not_activated") return codes[code];
  if (devices.used > 0) return "FINGERPRINT_SCOPE_MISMATCH";
  return license?.deviceLimit === 1 ? "NO_MACHINE" : "NO_MACHINES";
}

const codes: Record<Exclude<VerdictCode, "not_activated">, string> = {
  valid: "VALID",
  unknown: "NOT_FOUND",
  revoked: "SUSPENDED",
  on_hold: "SUSPENDED",
  expired: "EXPIRED",
  too_many_devices: "TOO_MANY_MACHINES",
  wrong_product: "PRODUCT_SCOPE_MISMATCH",
};

const details: Record<string, string> = {
  VALID: "is valid",
  NOT_FOUND: "does not exist",
  SUSPENDED: "is suspended",
  EXPIRED: "is expired",
  TOO_MANY_MACHINES: "has too many devices",
  FINGERPRINT_SCOPE_MISMATCH: "is not activated on this device",
  FINGERPRINT_SCOPE_EMPTY: "was asked for on no device",
  NO_MACHINE: "is not activated on any device",
  NO_MACHINES: "is not activated on any device",
  PRODUCT_SCOPE_MISMATCH: "belongs to another product",
};

/** The answer does not reveal the buyer. The time of an earlier validation is not kept: `lastValidated` is this one, or null. */
function licenseResource(license: License, { devices }: Verdict, now: Instant, lastValidated: string | null) {
  const { accessUntil } = license;
  const refusal = refusalOf(license, now);
  const created = license.assignedAt === null ? null : new Date(license.assignedAt).toISOString();
  const attributes = {
    name: "",
    key: license.key,
    expiry: accessUntil === null ? null : new Date(accessUntil).toISOString(),
    status: refusal === null ? "ACTIVE" : refusal === "expired" ? "EXPIRED" : "SUSPENDED",
    suspended: refusal === "revoked" || refusal === "on_hold",
    uses: 0,
    maxMachines: license.deviceLimit,
    requireHeartbeat: false,
    lastValidated,
    created,
    updated: created,
    metadata: {},
  };
  const relationships = {
    product: { data: { type: "products", id: license.sku } },
    machines: { meta: { count: devices.used } },
  };
  return { type: "licenses", id: String(license.id), attributes, relationships };
}

export const keygenError = (status: number, code: string, detail: string, headers: Record<string, string> = {}) =>
  document(status, { errors: [{ title: titles[status] ?? "Error", detail, code }] }, headers);

export const refusedKey = (): Response => keygenError(401, "LICENSE_INVALID", "This license key does not exist.");

export const noEntitlements = (): Response => document(200, { data: [] });

export const keygenNoContent = (): Response => new Response(null, { status: 204, headers: uncached });

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Unauthorized",
  403: "Access denied",
  404: "Not found",
  422: "Unprocessable resource",
  429: "Too many requests",
};

const uncached = { "cache-control": "no-store" };

const document = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...uncached, ...headers, "content-type": "application/vnd.api+json" },
  });

/**
 * The answer with `Date`, `Digest` and `Keygen-Signature`, which programs with a public key check: an Ed25519 signature
 * of the request's method, address and host, the date, and the body's digest (keygen.sh/docs/api/signatures).
 */
export async function signedForKeygen(
  request: Request,
  response: Response,
  { host, now, signingKey }: { host: string; now: Instant; signingKey: SigningKey },
): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  const { pathname, search } = new URL(request.url);
  const date = writeHttpDate(now);
  const digest = `sha-256=${createHash("sha256").update(body).digest("base64")}`;
  const target = `${request.method.toLowerCase()} ${pathname}${search}`;
  const text = `(request-target): ${target}\nhost: ${host}\ndate: ${date}\ndigest: ${digest}`;
  const signature = sign(null, Buffer.from(text), signingKey.privateKey).toString("base64");
  const headers = new Headers(response.headers);
  headers.set("date", date);
  headers.set("digest", digest);
  headers.set(
    "keygen-signature",
    `keyid="${signingKey.keyId}", algorithm="ed25519", signature="${signature}", headers="(request-target) host date digest"`,
  );
  return new Response(body.length === 0 ? null : body, { status: response.status, headers });
}
