import type { LastUses } from "../../access/api-keys/last-uses.ts";
import type { BodyLimits } from "../../config/config.ts";
import type { OrderCreator } from "../../delivery/orders/creating/create-orders.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { StoredCredentials } from "../../store/accounts/credentials.ts";
import type { ApiAccess } from "../api-access.ts";
import { contentTypeOf, readBody } from "../body.ts";
import { parseForm } from "./parse-form.ts";
import { parseXml } from "./parse-xml.ts";
import { WireError } from "./wire-error.ts";
import type { XmlFields, XmlValue } from "./xml-value.ts";

/** What the handlers of the interface use. */
export interface XmlServices {
  db: Database;
  orders: OrderCreator;
  vault: Vault;
  lastUses: LastUses;
  limits: Pick<BodyLimits, "body">;
  log: Log;
  /** Full base address of an account. */
  accountUrl(account: Account): string;
}

/** One authenticated request. */
export interface XmlRequest {
  services: XmlServices;
  account: Account;
  credentials: StoredCredentials;
  access: ApiAccess;
  /** Path parameters, percent-decoded once. */
  parameters: { id: string; sku: string; item: string };
  query: URLSearchParams;
  raw: Request;
  now: Instant;
  /** What the activity log records about a change. */
  change: { ipAddress: string; fields: string[]; subjectId: string | null };
}

/**
 * The fields of a request's body under `root`, whether it is XML or a form (docs/reference/unversioned-interface.md, Requests).
 * Throws `WireError` 400, 415, or 422 for a wrong root element, and `BodyTooLarge`.
 */
export async function readFields(request: XmlRequest, root: string): Promise<XmlFields> {
  const fields = await fieldsUnder(request, root);
  request.change.fields = [...fields.keys()];
  return fields;
}

async function fieldsUnder(request: XmlRequest, root: string): Promise<XmlFields> {
  const body = await readAnyRoot(request);
  if (body.kind === "xml") {
    if (body.root !== root)
      throw new WireError(422, `The root element must be ${root}, not ${body.root.slice(0, 80)}.`);
    return body.value instanceof Map ? body.value : new Map();
  }
  const fields = body.fields.get(root);
  if (!(fields instanceof Map))
    throw new WireError(422, `Send XML with the root element ${root}, or form fields named ${root}[…].`);
  return fields;
}

/**
 * The fields of a body under any root element, or of a form without one. If the root element is text, it is the only
 * field. Empty for an empty body.
 */
export async function readOptions(request: XmlRequest): Promise<XmlFields> {
  const body = await readAnyRoot(request);
  if (body.kind === "xml") {
    if (typeof body.value === "string") return new Map([[body.root, body.value]]);
    return body.value instanceof Map ? body.value : new Map();
  }
  const only = body.fields.size === 1 ? [...body.fields.values()][0] : undefined;
  return only instanceof Map ? only : body.fields;
}

type Body = { kind: "xml"; root: string; value: XmlValue | undefined } | { kind: "form"; fields: XmlFields };

async function readAnyRoot({ raw, services }: XmlRequest): Promise<Body> {
  const { mediaType, charset } = contentTypeOf(raw);
  const bytes = await readBody(raw, services.limits.body);
  if (mediaType === "application/x-www-form-urlencoded") return { kind: "form", fields: parseForm(bytes) };
  if (bytes.length === 0) return { kind: "form", fields: new Map() };
  if (!["", "application/xml", "text/xml"].includes(mediaType)) {
    throw new WireError(
      415,
      `Send application/xml or application/x-www-form-urlencoded, not ${mediaType.slice(0, 80)}.`,
    );
  }
  return { kind: "xml", ...parseXml(bytes, charset) };
}
