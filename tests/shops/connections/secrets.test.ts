import { beforeAll, expect, test } from "bun:test";
import { makeSqliteStore, type SharedStore } from "../../support/shared-service.ts";
import { type Connection, connect } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

let store: SharedStore;

beforeAll(async () => {
  store = await makeSqliteStore();
});

test("a shop's key goes to no other server than the one that it was entered for", async () => {
  const fields = { kind: "woocommerce", api_url: "https://shop.example/store", api_key: "ck_1", api_secret: "cs_1" };
  const { id } = await connect(store, fields);
  const put = (changes: object) => v3(store, "PUT", `connections/${id}`, changes);
  for (const api_url of ["https://other.example", "https://shop.example:8443", "http://shop.example", null]) {
    const fieldsOf = async (changes: object) => {
      const { status, body } = await put({ api_url, ...changes });
      const named = (body.errors ?? []).map(({ field }: { field: string }) => field);
      return [status, ...named.filter((field: string) => field !== "api_url")];
    };
    expect(await fieldsOf({})).toEqual([422, "api_key", "api_secret"]);
    expect(await fieldsOf({ api_key: "ck_2" })).toEqual([422, "api_secret"]);
    expect(await fieldsOf({ api_secret: "cs_2" })).toEqual([422, "api_key"]);
  }
  expect((await put({ api_url: "https://shop.example/moved" })).status).toBe(200);
  const anew = await put({ api_url: "https://other.example", api_key: "ck_2", api_secret: "cs_2" });
  expect(anew.body.connection).toMatchObject({ api_url: "https://other.example", api_key_last_four: "ck_2" });
  expect((await put({ api_url: "none of these" })).status).toBe(422);
});

test("the address at which orders are taken is for owners, and for programs that may change connections", async () => {
  const { id, url }: Connection = await connect(store, { kind: "gumroad" });
  const made = await v3(store, "POST", "api_keys", { name: "Sync", scopes: ["connections:manage"] });
  expect((await v3(store, "GET", `connections/${id}`)).body.connection.url).toBe(url);
  const headers = { authorization: `Bearer ${made.body.api_key.key}` };
  const answer = await store.get(`/api/v3/connections/${id}`, { headers });
  expect(await answer.json()).toMatchObject({ connection: { url } });
});
