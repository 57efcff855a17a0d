// Makes an installation with an earlier version of Waybill, for tests/cli/upgrade.test.ts:
//   bun tests/earlier-version/make.ts CHECKOUT TARGET [postgres://…]
// CHECKOUT is a worktree of that version with its packages. TARGET gets the data folder as `folder`, what the version
// answered as `answers.json`, and for SQLite the database as `waybill.sqlite.gz`. Of PostgreSQL, keep what
// `pg_dump --no-owner --no-privileges --inserts` writes as `database.sql`.

import { Database } from "bun:sqlite";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "../support/ports.ts";
import { totpOf } from "../support/totp.ts";
import { kept } from "./kept.ts";

const [checkout = "", targetPath = "", setting = "sqlite:"] = process.argv.slice(2);
const target = resolve(targetPath);
const folder = join(target, "folder");
rmSync(target, { recursive: true, force: true });
mkdirSync(folder, { recursive: true, mode: 0o700 });
writeFileSync(join(folder, "secret"), kept.secret, { mode: 0o600 });

const port = await freePort();
const env = {
  PATH: process.env.PATH ?? "",
  WAYBILL_DATA: folder,
  WAYBILL_DATABASE: setting,
  WAYBILL_PORT: String(port),
  WAYBILL_URL: kept.url,
};
const command = (...words: string[]) => [process.execPath, join(resolve(checkout), "src/main.ts"), ...words];
const run = (...words: string[]) => {
  const { success, stdout, stderr } = Bun.spawnSync(command(...words), { cwd: target, env });
  if (!success) throw new Error(stderr.toString());
  return stdout.toString();
};

const { key, token, email, password } = kept;
run(
  "account",
  "create",
  "north",
  "--name",
  "Nordlicht",
  "--email",
  email,
  "--password",
  password,
  "--key",
  key,
  "--token",
  token,
);
run("account", "set", "north", "--order-expiration-in-hours", "none", "--download-limit-per-item", "3");
writeFileSync(join(target, "Booklet.txt"), kept.content);
writeFileSync(join(target, "keys.txt"), "KEY-0001\nKEY-0002\nKEY-0003\n");
run("item", "add", "BOOK", "--account", "north", "--name", "Book", "--file", "Booklet.txt");
run("keys", "import", "BOOK", "keys.txt", "--account", "north");

const server = Bun.spawn(command("serve"), { cwd: target, env, stdout: "ignore", stderr: "inherit" });
const base = `http://localhost:${port}`;
while (!(await fetch(`${base}/readyz`).catch(() => null))?.ok) await Bun.sleep(50);

const authorization = `Basic ${btoa(`${key}:${token}`)}`;
const api = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(base + path, { ...init, headers: { authorization, ...init.headers } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.text();
};
const json = { "content-type": "application/json" };
const order = {
  vendor_id: "M-1",
  email: "ann@example.com",
  first_name: "Ann",
  order_items: [{ item_sku: "BOOK", quantity: 2 }],
};
await api("/api/v3/orders", { method: "POST", headers: json, body: JSON.stringify(order) });
await api("/api/orders/create", {
  method: "POST",
  headers: { "content-type": "application/xml" },
  body: "<order><id>1001</id><title>By hand</title><email>ben@example.com</email><order_items><order_item><sku>BOOK</sku></order_item></order_items></order>",
});
const link = /\/get\/[^<]+/.exec(await api("/api/orders/1001"))?.[0] ?? "";
await (await fetch(base + link)).text();
await api("/api/orders/1001/expire", { method: "POST" });
while (/"status":"(queued|sending)"/.test(await api("/api/v3/emails"))) await Bun.sleep(50);

const cookies: string[] = [];
const signIn = async (path: string, body: object) => {
  const headers = { ...json, origin: base, cookie: cookies.join("; ") };
  const response = await fetch(`${base}/admin/auth/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  cookies.push(...response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? ""));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
};
await signIn("sign-in/email", { email, password });
const { totpURI, backupCodes } = (await signIn("two-factor/enable", { password })) as {
  totpURI: string;
  backupCodes: string[];
};
await signIn("two-factor/verify-totp", { code: totpOf(totpURI) });

const answers: Record<string, unknown> = {};
for (const path of kept.paths) {
  const text = await api(path);
  answers[path] = path.startsWith("/api/v3/") ? JSON.parse(text) : text;
}
server.kill("SIGTERM");
await server.exited;
for (const name of ["Booklet.txt", "keys.txt", "folder/uploads", "folder/serving.lock"])
  rmSync(join(target, name), { recursive: true, force: true });
if (setting === "sqlite:") {
  const path = join(folder, "waybill.sqlite");
  const database = new Database(path);
  database.run("pragma journal_mode = delete");
  database.run("vacuum");
  database.close();
  writeFileSync(join(target, "waybill.sqlite.gz"), Bun.gzipSync(await Bun.file(path).bytes(), { level: 9 }));
  rmSync(path);
}
writeFileSync(join(target, "answers.json"), `${JSON.stringify({ answers, totpURI, backupCodes, link }, null, 2)}\n`);
