import { activate, deactivate } from "../../delivery/license-checks/activate.ts";
import type { License } from "../../delivery/license-checks/find-license.ts";
import { type AskedDevice, validate } from "../../delivery/license-checks/validate.ts";
import type { Verdict } from "../../delivery/license-checks/verdict.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Asker, askLicense, skuMeant } from "./ask.ts";
import {
  keygenError,
  keygenNoContent,
  licenseDocument,
  machineDocument,
  noEntitlements,
  refusedKey,
  validationDocument,
} from "./keygen-documents.ts";
import { type NewMachine, readMachine, readValidation, type Validation } from "./keygen-questions.ts";
import { storedForm } from "./question.ts";

/** Programs may name an account first, which the host already determines. */
const shape = /^\/v1\/(?:accounts\/[^/]+\/)?(me|(?:licenses|machines)(?:\/.*)?)\/?$/;

/** Whether a path is one of Keygen's calls by key. */
export const isKeygenPath = (pathname: string): boolean => shape.test(pathname);

/** The answer to a request in Keygen's form. The key is in the body, or in `Authorization: License KEY`. */
export async function answerKeygen(db: Database, request: Request, asker: Asker): Promise<Response> {
  const { method } = request;
  const path = shape.exec(new URL(request.url).pathname)?.[1] ?? "";
  const at = (...tries: [string, RegExp]) => (method === tries[0] ? tries[1].exec(path) : null);
  if (at("POST", /^licenses\/actions\/validate-key$/)) {
    const asked = await readValidation(request);
    return validationDocument(await validation(db, asker, asked.key ?? "", asked), asked, asker.now);
  }
  const key = keyOf(request);
  if (key === null) return keygenError(401, "TOKEN_INVALID", "Send the license key as “Authorization: License KEY”.");
  const own = await askLicense(db, asker, validate, { key, sku: null, device: null });
  const { license } = own;
  if (!license) return refusedKey();
  if (at("GET", /^me$/)) return licenseDocument(license, own, asker.now);
  const named =
    at("POST", /^licenses\/([^/]+)\/actions\/validate$/) ?? at("GET", /^licenses\/([^/]+)\/actions\/validate$/);
  if (named) {
    if (named[1] !== String(license.id)) return notFound();
    const asked = await readValidation(request);
    return validationDocument(await validation(db, asker, key, asked), asked, asker.now);
  }
  const listed = at("GET", /^licenses\/([^/]+)\/entitlements$/);
  if (listed) return listed[1] === String(license.id) ? noEntitlements() : notFound();
  if (at("POST", /^machines$/)) return addMachine(db, asker, license, await readMachine(request));
  const machine = machineAt(path);
  return machine === null ? notFound() : onMachine(db, asker, { key, method, license, ...machine });
}

/** The ID of a machine in a path, and whether the call is a ping. */
function machineAt(path: string): { id: string; isPing: boolean } | null {
  const [, id = "", action] = /^machines\/([^/]+)(\/actions\/ping(?:-heartbeat)?)?$/.exec(path) ?? [];
  try {
    return id === "" ? null : { id: decodeURIComponent(id), isPing: action !== undefined };
  } catch {
    return null;
  }
}

async function validation(db: Database, asker: Asker, key: string, asked: Validation): Promise<Verdict> {
  const sku = asked.product === null ? null : await skuMeant(db.read, asker.account.id, [asked.product]);
  const ask = (device: AskedDevice | null) => askLicense(db, asker, validate, { key, sku, device });
  // If there are several fingerprints, one is enough.
  let verdict = await ask(deviceOf(asked.fingerprints[0]));
  for (const fingerprint of asked.fingerprints.slice(1)) {
    if (verdict.code !== "not_activated") break;
    verdict = await ask(deviceOf(fingerprint));
  }
  return verdict;
}

const deviceOf = (fingerprint: string | undefined): AskedDevice | null =>
  fingerprint === undefined ? null : { id: fingerprint, name: null };

async function addMachine(db: Database, asker: Asker, license: License, machine: NewMachine): Promise<Response> {
  if (machine.licenseId !== null && machine.licenseId !== String(license.id)) return notFound();
  const device = { id: machine.fingerprint, name: machine.name };
  const question = { key: license.key, sku: license.sku, device };
  const verdict = await askLicense(db, asker, activate, question);
  const { code } = verdict;
  if (code === "too_many_devices") {
    return keygenError(422, "MACHINE_LIMIT_EXCEEDED", "The license is activated on as many devices as it allows.");
  }
  if (code === "expired") return keygenError(403, "LICENSE_EXPIRED", "The license is expired.");
  if (code !== "valid") return keygenError(403, "LICENSE_SUSPENDED", "The license is suspended.");
  if (verdict.device?.wasActive) {
    return keygenError(422, "FINGERPRINT_TAKEN", "The license is activated on this device already.");
  }
  return machineDocument(201, { ...machine, id: verdict.device?.hash ?? "", license, isAlive: false }, asker.now);
}

/** A machine is identified by the keyed hash of its fingerprint, or by the fingerprint itself. */
async function onMachine(
  db: Database,
  asker: Asker,
  { key, method, license, id, isPing }: { key: string; method: string; license: License; id: string; isPing: boolean },
): Promise<Response> {
  const question = (device: AskedDevice) => ({ key, sku: license.sku, device });
  const ways = /^[\w-]{43}$/.test(id) ? [true, false] : [false];
  const known = ways.map((isHash) => ({ id, isHash, name: null }));
  for (const device of known) {
    const { device: found } = await askLicense(db, asker, validate, question(device));
    if (!found?.wasActive) continue;
    if (method === "DELETE" && !isPing) {
      await askLicense(db, asker, deactivate, question(device));
      return keygenNoContent();
    }
    if (method !== (isPing ? "POST" : "GET")) return notFound();
    const fingerprint = device.isHash ? "" : id;
    return machineDocument(200, { id: found.hash, fingerprint, name: "", license, isAlive: isPing }, asker.now);
  }
  return notFound();
}

const notFound = () => keygenError(404, "NOT_FOUND", "There is nothing like this.");

function keyOf(request: Request): string | null {
  const [, key = ""] = /^License\s+(.+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return key === "" ? null : storedForm(key) || null;
}
