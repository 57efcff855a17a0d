import { beforeAll, describe, expect, test } from "bun:test";
import { RequestRecorder } from "../../../src/access/api-keys/request-recorder.ts";
import { keptRequests, listRequests } from "../../../src/access/api-keys/requests.ts";
import { shownPath } from "../../../src/access/api-keys/shown-path.ts";
import { removeApiRequests } from "../../../src/operations/housekeeping/api-requests.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

describe("the path of a logged call", () => {
  test.each([
    ["/api/v3/orders?email=ann@example.com&token=secret", "/api/v3/orders"],
    ["/api/v3/customers/ann@example.com/export", "/api/v3/customers/…/export"],
    ["/api/v3/Customers/Ann", "/api/v3/Customers/…"],
    ["/api/v3/vorders/ann%40example.com", "/api/v3/vorders/…"],
    ["/api/v3/vorders/ann%2540example.com", "/api/v3/vorders/…"],
    ["/api/orders/10000001.xml", "/api/orders/10000001.xml"],
    ["/api/items/A%20B%00/update", "/api/items/A%20B%00/update"],
    ["/api/v3/wb_0123456789", "/api/v3/…"],
    ["/api/v3/%77b%5f0123456789", "/api/v3/…"],
  ])("%s is %s", (path, shown) => {
    expect(shownPath(`http://localhost${path}`)).toBe(shown);
  });
});

describe.each(databasesUnderTest)("the log of API calls on $name", ({ makeStore }) => {
  let service: SharedStore;
  beforeAll(async () => {
    service = await makeStore();
  });

  test("holds each call of a program with its key, and the ID that the answer names", async () => {
    const made = await v3(service, "POST", "api_keys", { name: "Checkout", scopes: ["orders:read"] });
    const { id, key } = made.body.api_key;
    const headers = { authorization: `Bearer ${key}` };
    const read = await service.get("/api/v3/orders?email=ann@example.com", { headers });
    const refused = await service.get("/api/v3/products", { headers });
    const xml = await service.get("/api/orders/nothing", { headers });
    await service.get("/api/v3/orders", { headers: { authorization: "Bearer wb_wrong" } });
    const { requests, total } = (await v3(service, "GET", `requests?api_key_id=${id}`)).body;
    expect(total).toBe(3);
    expect(requests.map(({ status, path }: { status: number; path: string }) => `${status} ${path}`)).toEqual([
      "404 /api/orders/nothing",
      "403 /api/v3/products",
      "200 /api/v3/orders",
    ]);
    const ids = requests.map(({ request_id }: { request_id: string }) => request_id);
    expect(ids).toEqual([xml, refused, read].map((response) => response.headers.get("x-request-id")));
    expect(new Set(ids).size).toBe(3);
    expect(requests[0]).toMatchObject({ api_key_name: "Checkout", method: "GET" });
    const found = async (query: string) => (await v3(service, "GET", `requests?${query}`)).body.requests;
    expect(await found(`q=${ids[1]}`)).toEqual([requests[1]]);
    expect(await found(`api_key_id=${id}&status=4`)).toHaveLength(2);
    expect((await found("method=POST&q=api_keys"))[0]).toMatchObject({ status: 201, api_key_id: null });
    await v3(service, "DELETE", `api_keys/${id}`);
    expect(await found(`api_key_id=${id}`)).toHaveLength(3);
  });

  test("keeps the last calls of each account, and no more of them in memory", async () => {
    const { db } = service;
    const [many, few] = [(await makeStore()).accountId, (await makeStore()).accountId];
    const recorder = new RequestRecorder({ db, log: createLog("silent") });
    const call = (accountId: number, number: number) =>
      recorder.note({
        accountId,
        key: null,
        method: "GET",
        url: `http://localhost/api/v3/orders/${number}`,
        status: 200,
        duration: 1.4,
        requestId: `req_${accountId}_${number}`,
        at: instantNow(),
      });
    for (let number = 1; number <= 2.5 * keptRequests; number++) call(many, number);
    call(few, 1);
    await recorder.flush();
    for (let number = 3 * keptRequests; number < 3 * keptRequests + 10; number++) call(many, number);
    await recorder.flush();
    const rows = await db.read.selectFrom("api_requests").select("id").where("account_id", "=", many).execute();
    expect(rows).toHaveLength(keptRequests + 10);
    await removeApiRequests(db, new AbortController().signal);
    const left = await listRequests(db.read, many, {}, { offset: 0, limit: 2 * keptRequests });
    expect(left.total).toBe(keptRequests);
    expect(left.requests.at(0)?.path).toBe(`/api/v3/orders/${3 * keptRequests + 9}`);
    expect(left.requests.at(-1)?.path).toBe(`/api/v3/orders/${1.5 * keptRequests + 11}`);
    expect((await listRequests(db.read, few, {}, { offset: 0, limit: 9 })).total).toBe(1);
  });
});
