import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { isMissing } from "../support/installed-programs.ts";
import { type Service, startService } from "../support/service.ts";
import { secret, signedMessages } from "../support/signed-messages.ts";
import { createSqlite } from "../support/sqlite.ts";
import { addItem } from "../support/store.ts";

const folder = join(import.meta.dir, "../../clients/python");

describe.skipIf(isMissing("python3"))("the client for Python", () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ database: await createSqlite() });
    await addItem(service, "MAP-1");
  });

  /** Runs a program that has `waybill`, a client for `url`, and returns what it printed as JSON. */
  async function run(program: string, url = service.url, input = ""): Promise<unknown> {
    const { key, token } = service.credentials;
    const begin = `
import json, sys
from waybill import Waybill, WaybillError, WrongSignature, webhook_event
waybill = Waybill(*sys.argv[1:])
`;
    const process = Bun.spawn(["python3", "-W", "error", "-c", begin + program, url, key, token], {
      cwd: folder,
      env: { ...Bun.env, PYTHONDONTWRITEBYTECODE: "1" },
      stdin: new Blob([input]),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [printed, complaints] = await Promise.all([process.stdout.text(), process.stderr.text()]);
    expect({ exit: await process.exited, complaints }).toEqual({ exit: 0, complaints: "" });
    return JSON.parse(printed);
  }

  test("sends orders once for a key, reads them page after page, and deletes them", async () => {
    const printed = await run(`
order = {"vendor_id": "M 1", "email": "ann@example.com", "order_items": [{"item_sku": "MAP-1"}]}
first = waybill.send_order(order, idempotency_key="payment-1")
again = waybill.send_order(order, idempotency_key="payment-1")
waybill.request("POST /orders", body={"vendor_id": "M-2", "email": "bob@example.com"})
changed = waybill.request("PUT /orders/{id}", path={"id": first["id"]}, body={"first_name": "Änne"})["order"]
listed = [one["vendor_id"] for one in waybill.all("GET /orders", query={"page_size": 1})]
waybill.request("DELETE /orders/{id}", path={"id": first["id"]})
file = waybill.upload("straßen karte.pdf", b"the map", "application/pdf")
print(json.dumps([first["id"] == again["id"], changed["first_name"], listed, file["filename"], file["size_bytes"]]))
`);
    expect(printed).toEqual([true, "Änne", ["M-2", "M 1"], "straßen karte.pdf", 7]);
  });

  test("raises what the service says of a refused request", async () => {
    const printed = await run(`
try:
    waybill.send_order({"email": "", "download_limit": -1})
except WaybillError as error:
    print(json.dumps([error.status, sorted(one.field for one in error.errors), error.retry_after]))
`);
    expect(printed).toEqual([422, ["download_limit", "email"], null]);
  });

  test("sends again what met a full or silent service, with the same key, and never what has none", async () => {
    const seen: (string | null)[] = [];
    const answers = [429, 503];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        seen.push(`${request.method} ${request.headers.get("idempotency-key")}`);
        const status = request.method === "DELETE" ? 503 : answers.shift();
        if (status) return Response.json({ detail: "Later." }, { status, headers: { "retry-after": "0" } });
        return Response.json({ order: { id: 7 } });
      },
    });
    const printed = await run(
      `
order = waybill.send_order({"email": "ann@example.com"})
try:
    waybill.request("DELETE /orders/{id}", path={"id": 7})
except WaybillError as error:
    print(json.dumps([order["id"], error.status, error.detail]))
`,
      server.url.origin,
    );
    await server.stop(true);
    expect(printed).toEqual([7, 503, "Later."]);
    expect(seen).toHaveLength(4);
    expect(new Set(seen.slice(0, 3)).size).toBe(1);
    expect(seen[0]).toMatch(/^POST [\da-f-]{36}$/);
    expect(seen[3]).toBe("DELETE null");
  });

  test("does not follow a redirect with its credentials", async () => {
    let asked = 0;
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch() {
        asked++;
        return Response.redirect(`${service.url}/api/v3/orders/1`, 302);
      },
    });
    const printed = await run(
      `
try:
    waybill.order(1)
except WaybillError as error:
    print(error.status)
`,
      server.url.origin,
    );
    await server.stop(true);
    expect([printed, asked]).toEqual([302, 1]);
  });

  test("knows genuine webhook messages from others", async () => {
    const { genuine, forged, old } = signedMessages();
    const messages = [...genuine, ...forged, old];
    const printed = await run(
      `
found = []
for name, message in json.load(sys.stdin):
    try:
        found.append([name, webhook_event("${secret}", message["body"].encode(), message["headers"])["data"]["first_name"]])
    except WrongSignature:
        found.append([name, None])
print(json.dumps(found))
`,
      service.url,
      JSON.stringify(messages),
    );
    expect(printed).toEqual(messages.map(([name], at) => [name, at < genuine.length ? "Zoë" : null]));
  });
});
