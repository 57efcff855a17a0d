import { beforeAll, describe, expect, test } from "bun:test";
import { optOut } from "../../../src/delivery/announcements/opt-outs.ts";
import { addUndeliverable, undeliverableAt } from "../../../src/messages/mail/undeliverable.ts";
import {
  canonicalAddress,
  foldedSpellingsOf,
  isSameAddress,
  loweredSpellingsOf,
  readableAddress,
  spellingsOf,
} from "../../../src/platform/email-address.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { foldText } from "../../../src/platform/text.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct, type Product } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

/** Pseudorandom, the same in each run: from 0 to below `below`. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

describe("the spellings of an address", () => {
  const random = randomNumbers(28);
  const anyOf = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  const word = () => Array.from({ length: 1 + random(6) }, () => anyOf([..."abxyzéüñøčдж例ọ̈5"])).join("");
  const domains = [
    ["bücher.example", "xn--bcher-kva.example"],
    ["пример.example", "xn--e1afmkfd.example"],
    ["例え.example", "xn--r8jz45g.example"],
    ["shop.straße.example", "shop.xn--strae-oqa.example"],
    ["plain.example", "plain.example"],
  ] as const;
  const respelled = (text: string) =>
    [...text.normalize(anyOf(["NFC", "NFD"]))]
      .map((letter) => {
        const capital = letter.toUpperCase();
        return capital.toLowerCase() === letter && random(2) === 1 ? capital : letter;
      })
      .join("");

  test("are one person, and no other is", () => {
    for (let round = 0; round < 2_000; round += 1) {
      const local = `a${word()}`;
      const domain = anyOf(domains);
      const [one, other] = [respelled(`${local}@${anyOf(domain)}`), respelled(`${local}@${anyOf(domain)}`)];
      const canonical = canonicalAddress(one);
      expect([one, canonicalAddress(other)]).toEqual([one, canonical]);
      expect(isSameAddress(one, other)).toBe(true);
      expect([canonicalAddress(canonical), canonicalAddress(readableAddress(one))]).toEqual([canonical, canonical]);
      expect(spellingsOf(one).slice(0, 1)).toEqual([canonical]);
      expect(spellingsOf(one)).toContain(other.toLowerCase().normalize(anyOf(["NFC", "NFD"])));
      expect(foldedSpellingsOf(one)).toContain(foldText(other));
      expect(isSameAddress(one, `b${one}`)).toBe(false);
    }
  });

  test("have few forms in old rows, also with capitals that SQLite does not know", () => {
    expect(spellingsOf("Ann@Example.com")).toEqual(["ann@example.com"]);
    expect(spellingsOf("solo@bücher.example")).toEqual([
      "solo@xn--bcher-kva.example",
      "solo@bücher.example",
      "solo@bu\u0308cher.example",
    ]);
    expect(loweredSpellingsOf("jörg@example.com")).toContain("jÖrg@example.com");
    expect(loweredSpellingsOf("öäüéèñ@bücher.example").length).toBeLessThan(300);
  });

  test("leave apart what only looks alike", () => {
    expect(isSameAddress("straße@example.com", "strasse@example.com")).toBe(false);
    expect(isSameAddress("a@xn--bcher-kva.example", "a@bucher.example")).toBe(false);
    expect(isSameAddress("ａnn@example.com", "ann@example.com")).toBe(false);
    expect(canonicalAddress("nobody")).toBe("nobody");
  });
});

const spellings = [
  "Jörg.Solo@bücher.example",
  "jörg.solo@xn--bcher-kva.example",
  "jo\u0308rg.solo@BU\u0308CHER.example",
  "JÖRG.SOLO@XN--BCHER-KVA.EXAMPLE",
  "jörg.solo@bücher。example",
];

describe.each(databasesUnderTest)("one person in several spellings, on $name,", ({ makeStore }) => {
  let store: SharedStore;
  let map: Product;

  beforeAll(async () => {
    store = await makeStore();
    map = await makeProduct(store, { sku: "MAP" });
  });

  const order = async (email: string, fields = {}) => {
    const body = { email, send_email: false, order_items: [{ item_sku: map.sku }], ...fields };
    const answer = await v3(store, "POST", "orders", body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.order;
  };
  const customer = (method: string, address: string, path = "", body?: object) =>
    v3(store, method, `customers/${encodeURIComponent(address)}${path}`, body);

  test("is one customer, and each order shows what was typed", async () => {
    const ids: number[] = [];
    for (const email of spellings) {
      const made = await order(email);
      expect(made.email).toBe(email);
      ids.unshift(made.id);
    }
    await customer("PUT", spellings[0] as string, "", { notes: "a friend" });
    for (const spelling of spellings) {
      const { body } = await customer("GET", spelling);
      expect([spelling, body.customer.orders, body.customer.notes]).toEqual([spelling, spellings.length, "a friend"]);
      const query = encodeURIComponent(spelling);
      for (const search of [`orders?email=${query}`, `orders?q=${query}`]) {
        const found = (await v3(store, "GET", search)).body.orders.map(({ id }: { id: number }) => id);
        expect([search, found]).toEqual([search, ids]);
      }
      await until("the search knows the customer", async () => {
        const { customers } = (await v3(store, "GET", `customers?q=${query}`)).body;
        return customers.length === 1 && customers[0].orders === spellings.length;
      });
      const { results } = (await v3(store, "GET", `search?q=${query}`)).body;
      expect([spelling, results.length >= spellings.length]).toEqual([spelling, true]);
    }
  });

  test("counts as one for rules, in whatever spelling the domain was entered", async () => {
    const rules = { many_orders: { more_than: 2, hours: 24 }, email_domains: ["@Gefährlich.example"] };
    const changed = await v3(store, "PUT", "account", { hold_rules: rules });
    expect(changed.body.account.hold_rules.email_domains).toEqual(["xn--gefhrlich-x2a.example"]);
    const held = async (email: string) => (await order(email)).held_by;
    expect(await held("many@bücher.example")).toEqual([]);
    expect(await held("MANY@xn--bcher-kva.example")).toEqual([]);
    expect(await held("many@bu\u0308cher.example")).toEqual(["many_orders"]);
    expect(await held("one@gefährlich.example")).toEqual(["email_domains"]);
    expect(await held("two@mail.xn--gefhrlich-x2a.example")).toEqual(["email_domains"]);
    await v3(store, "PUT", "account", { hold_rules: null });
  });

  test("gets no emails under any spelling once one has come back, and is exported and erased with all", async () => {
    const [typed = "", ...others] = spellings;
    const { accountId, db } = store;
    await db.write(async (tx) => {
      const bounce = { reason: "bounced" as const, response: "gone", emailId: 1, createdAt: instantNow() };
      await addUndeliverable(tx, accountId, { address: typed, ...bounce });
      await optOut(tx, accountId, typed, instantNow());
      // As an earlier version kept it.
      await tx
        .insertInto("customer_notes")
        .values({ account_id: accountId, email: "old@bücher.example", notes: "from before" })
        .execute();
    });
    for (const other of others)
      expect(await undeliverableAt(db.read, accountId, other)).toMatchObject({ reason: "bounced" });
    expect((await customer("GET", "OLD@xn--bcher-kva.example")).body.customer.notes).toBe("from before");
    for (const spelling of spellings) {
      const { body } = await customer("GET", spelling, "/export");
      expect(body.orders).toHaveLength(spellings.length);
      expect(body.undeliverable_addresses).toHaveLength(1);
    }
    expect((await customer("DELETE", others[0] as string)).status).toBe(204);
    for (const spelling of spellings) expect((await customer("GET", spelling)).status).toBe(404);
    expect(await undeliverableAt(db.read, accountId, typed)).toBeNull();
    const kept = await db.read.selectFrom("orders").select("email").where("account_id", "=", accountId).execute();
    expect(kept.filter(({ email }) => isSameAddress(email, typed))).toEqual([]);
    const outs = db.read.selectFrom("update_opt_outs").select("email").where("account_id", "=", accountId);
    expect(await outs.execute()).toEqual([]);
  });
});
