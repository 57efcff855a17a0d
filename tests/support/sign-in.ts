import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import PostalMime, { type Email } from "postal-mime";
import { passwordGuess } from "../../src/http/sign-in/limits.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { instantNow } from "../../src/platform/instants.ts";
import { takeTries } from "../../src/platform/limits/rate-limits.ts";
import { createAccount } from "./accounts.ts";
import { type Service, type Store, startService, until } from "./service.ts";
import type { SharedStore, StoreFields } from "./shared-service.ts";
import { totpOf } from "./totp.ts";

export const password = "correct horse battery";

/** A service behind a trusted proxy, so that each visit can come from an address of its own, with its own limits. */
export function startForPeople(database: Parameters<typeof startService>[0]["database"], environment = {}) {
  return startService({ database, environment: { WAYBILL_TRUSTED_PROXIES: "127.0.0.1", ...environment } });
}

/** A store and the data folder of its service, where the mailbox is. */
type MailedStore = Store & Pick<Service, "folder">;

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

/** What a browser's page does: it keeps cookies and says which origin it is. */
export interface Visit {
  origin: string;
  cookies: Map<string, string>;
  /** With a body it is a POST, unless `method` says otherwise. */
  send(path: string, request?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
  /** Asks better-auth; `path` follows `/admin/auth/`. */
  auth(path: string, body?: unknown): Promise<Answer>;
  /** Asks v3; `path` follows `/api/v3/`. */
  v3(method: string, path: string, body?: unknown): Promise<Answer>;
}

let visits = 0;

/** A new browser at the host of an account, by default at the bare one. */
export function visit(service: Store, host = new URL(service.url).host): Visit {
  const number = ++visits;
  const cookies = new Map<string, string>();
  const origin = `http://${host}`;
  const one: Visit = {
    origin,
    cookies,
    async send(path, { body, method = body === undefined ? "GET" : "POST", headers = {} } = {}) {
      const response = await service.get(path, {
        host,
        method,
        headers: {
          ...(method === "GET" ? {} : { origin }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
          "x-forwarded-for": `198.51.${number >> 8}.${number & 255}`,
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
      const text = await response.text();
      const isJson = /json/.test(response.headers.get("content-type") ?? "");
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
    auth: (path, body) => one.send(`/admin/auth/${path}`, { body }),
    v3: (method, path, body) => one.send(`/api/v3/${path}`, { method, body }),
  };
  return one;
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  if (/max-age=0(;|$)/i.test(cookie)) cookies.delete(name);
  else cookies.set(name, value);
}

/** The token that a person of another account accepts with; mails of the same second have no order. */
export async function invitationFor(service: MailedStore, address: string, count: number): Promise<string> {
  await linkFor(service, address, count);
  const texts = (await mailsTo(service, address)).map(({ text }) => text ?? "");
  return /\/admin\/sign-in\?invitation=(\S+)/.exec(texts.join("\n"))?.[1] ?? "";
}

/** A person of another account accepts the `count`th email to them, an invitation, with their own password. */
export async function accept(service: MailedStore, email: string, host: string, count: number): Promise<Visit> {
  const one = visit(service, host);
  const headers = { "x-waybill-invitation": await invitationFor(service, email, count) };
  const answer = await one.send("/admin/auth/sign-in/email", { body: { email, password }, headers });
  if (answer.status !== 200) throw new Error(`${email} could not accept: ${JSON.stringify(answer.body)}`);
  return one;
}

/** A browser in which this person has signed in. */
export async function signIn(service: Store, email: string, host?: string, secret = password): Promise<Visit> {
  const one = visit(service, host);
  const answer = await one.auth("sign-in/email", { email, password: secret });
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(answer.body)}`);
  return one;
}

/** Makes an account whose owner has `password`, by default as owner@HANDLE.example. */
export async function createOwner(service: Service, handle: string, email = `owner@${handle}.example`) {
  return { ...(await createAccount(service, handle, { email, password })), email };
}

/** A store in the shared service whose owner has `password`, and the host that browsers name. */
export async function makeOwner(makeStore: (fields: StoreFields) => Promise<SharedStore>, fields: StoreFields = {}) {
  const store = await makeStore({ password, ...fields });
  return { store, host: new URL(store.url).host, email: store.owner.email };
}

/** Has as many strangers guess at the password of this email as may, each from a network of their own. */
export async function exhaustGuesses(db: Database, email: string): Promise<void> {
  for (let guess = 0; guess < 50; guess++) {
    const tries = passwordGuess(email, { network: `203.0.113.${guess}`, device: null });
    if ((await takeTries(db, tries, instantNow())) !== null) throw new Error("The guesses were used up before.");
  }
}

/** The windows in which tries on this subject are counted, of one limit (src/platform/limits/rate-limits.ts). */
export function windowsOf(limit: string, subject: string): RawBuilder<SqlBool> {
  const key = `${limit}:${createHash("sha256").update(subject).digest("base64url")}`;
  return sql<SqlBool>`(key = ${key} or key like ${`${key}:%`})`;
}

/** Turns the second factor on as a person does: with the password, then with a code of the app. */
export async function turnOnSecondFactor(one: Visit): Promise<{ totpURI: string; backupCodes: string[] }> {
  const enabled = await one.auth("two-factor/enable", { password, issuer: "North" });
  const proved = await one.auth("two-factor/verify-totp", { code: totpOf(enabled.body.totpURI) });
  if (proved.status !== 200) throw new Error(JSON.stringify([enabled.body, proved.body]));
  return enabled.body;
}

/** Adds a new person to the account, who follows the link in the email and sets `password`. */
export async function invite(service: MailedStore, owner: Visit, email: string, role: string): Promise<{ id: string }> {
  const added = await owner.v3("POST", "members", { email, role });
  if (added.status !== 201) throw new Error(JSON.stringify(added.body));
  const token = await tokenFor(service, email);
  const accept = { token, newPassword: password };
  const set = await visit(service, new URL(owner.origin).host).auth("accept-invitation", accept);
  if (set.status !== 200) throw new Error(JSON.stringify(set.body));
  const { members } = (await owner.v3("GET", "members")).body;
  return members.find((member: { email: string }) => member.email === email);
}

/** The messages in the mailbox to this address, the newest last. */
export async function mailsTo(service: Pick<Service, "folder">, address: string): Promise<Email[]> {
  const folder = join(service.folder, "mailbox");
  const names = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map((name) => mailIn(join(folder, name))));
  return mails
    .filter((mail) => mail !== null)
    .filter(({ to }) => to?.some((one) => one.address === address))
    .toSorted((one, other) => Date.parse(one.date ?? "") - Date.parse(other.date ?? ""));
}

/** What was read before, by path: a message does not change, and a shared mailbox holds those of every test. */
const readBefore = new Map<string, Email>();

/** Null when the message was removed after it was listed. */
async function mailIn(path: string): Promise<Email | null> {
  const before = readBefore.get(path);
  if (before) return before;
  const content = await readFile(path).catch((error) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (content === null) return null;
  const mail = await PostalMime.parse(content);
  readBefore.set(path, mail);
  return mail;
}

/** Waits for the `count`th message to this address and returns the link in it. */
export async function linkFor(service: Pick<Service, "folder">, address: string, count = 1): Promise<URL> {
  let mails: Email[] = [];
  await until(`${address} has mail`, async () => {
    mails = await mailsTo(service, address);
    return mails.length >= count;
  });
  return new URL(
    /https?:\S+\/admin\/(reset-password|sign-in|sign-in-link)\?\S+/.exec(mails[count - 1]?.text ?? "")?.[0] ?? "",
  );
}

export async function tokenFor(service: Pick<Service, "folder">, address: string, count = 1): Promise<string> {
  return (await linkFor(service, address, count)).searchParams.get("token") ?? "";
}
